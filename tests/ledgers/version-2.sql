-- A ledger as version 2 wrote it.
pragma application_id = 1111837778;
pragma user_version = 2;
BEGIN TRANSACTION;
CREATE TABLE chain (operation integer primary key references operation, hash text not null) strict;
INSERT INTO "chain" VALUES(1,'42bf0f931c5b0233b7668cab12b2c7e7c58033b6b030533dbf5a9aaa0eb31dba');
INSERT INTO "chain" VALUES(2,'11951ef616510b3b57ca88582ee6fbf165c551c56a9eb5e049a9ef9a60770ed0');
INSERT INTO "chain" VALUES(3,'0df1b59a7b575deee39d721870770e7c96739607ac27ae61da89c4ccc5384d03');
INSERT INTO "chain" VALUES(4,'eab428b197a8740908a957ce6736d5ed54b0014db244e0b6d3c621eed9481d29');
INSERT INTO "chain" VALUES(5,'fba68d40cac9758637656eaa6054f531ba0c3a50d20c5a9b4cd2350044044cef');
INSERT INTO "chain" VALUES(6,'995b3b33eeb192c9f89df6f01af11f6635637ed3972c75fe95f75dc79ac771a3');
INSERT INTO "chain" VALUES(7,'8be1c4f035f0b2d040b15f26d343a0bf3c824871f36dff76745dbac705377a4c');
INSERT INTO "chain" VALUES(8,'258a39e9b1781f1cbe8b827bbaca57f609857f971659312d9e66fd46d852751f');
INSERT INTO "chain" VALUES(9,'fd14431024e53b28ba60734cf57eb434b7fc0066c3ebe2586e2e60588a942483');
INSERT INTO "chain" VALUES(10,'15879fdd13cf8308798c4099ab4a0c697e212a361aa7424dd32d1bb737c4a7ac');
INSERT INTO "chain" VALUES(11,'3f924ff30db06597edfebeffa5dfd685f31efc423ac10ba11925a6b93bddb263');
INSERT INTO "chain" VALUES(12,'aeb577c1b9944e4fc435ce898b33ff720594e5d05dbf72217f7c52bab616174b');
INSERT INTO "chain" VALUES(13,'0dfe12e52ca83a0556fe478aaca1f4a62438455d4c4e1ba82b27248ecd7f6059');
INSERT INTO "chain" VALUES(14,'9883b23dcb7bd3e82735b6b76aa22eb0a1548e9efc24762c973cbaa90b9f54ff');
INSERT INTO "chain" VALUES(15,'69e898969c0c2e9bcc807c468fd8f4dc433f67832cc9a69b89b07cb1cc362e7a');
INSERT INTO "chain" VALUES(16,'f1fb23d707b196c98774108cbdf1ccf92e374a544a633cbd1e7ed7f984c94388');
INSERT INTO "chain" VALUES(17,'0c6b37dbebffd2c1bdf56622d750ccf489b81ec2a0eb8b66325c8c0e57da1ab7');
INSERT INTO "chain" VALUES(18,'3e71a906ee9fd0f338e268e6339983deeac3211e794c2f96818446821941b0d6');
INSERT INTO "chain" VALUES(19,'9382bfeac8db3a167c0d1ca899070f4fd7fb37eb4d495842084a4f4883f321eb');
INSERT INTO "chain" VALUES(20,'124eab4f166a4750b860ec4f3f18e889d1d2a8abfec9b9e623840820d73387e4');
INSERT INTO "chain" VALUES(21,'31f56a356a5a45964255b69f8dd0f502b86f55f40784edb1df4ffa7465cbde7a');
INSERT INTO "chain" VALUES(22,'049c760e58d98958119348a7c4e33f89915652367e6ea6c7cf075e060ed12a1c');
CREATE TABLE evidence (seq integer primary key, operation integer not null references operation, name text not null unique, sentence text not null, text text not null, supports integer not null, source text not null, agent text, layer text, author text, role text, weight text not null, reliability text not null, type text not null, origin text, valid_start integer not null, valid_end integer not null, session text not null, dated integer not null, start_by integer, end_from integer, relation text, first text, second text) strict;
INSERT INTO "evidence" VALUES(1,2,'first','["+","budget","apollo",["n","30000"]]','budget(apollo, 30000)',1,'hr','ada',NULL,NULL,NULL,'1','0.9','fact',NULL,1767225600000000,9223372036854775807,'16b0dfc7d2674894b9b959f9363d1ba8',1796079411776516,NULL,NULL,'budget','tapollo','n3E+4');
INSERT INTO "evidence" VALUES(2,3,'e2','["+","keeps","apollo","e1"]','keeps(apollo, e1)',1,'unnamed',NULL,NULL,NULL,NULL,'1','1','fact',NULL,-9223372036854775808,9223372036854775807,'16b0dfc7d2674894b9b959f9363d1ba8',1796079411786640,NULL,NULL,'keeps','tapollo','te1');
INSERT INTO "evidence" VALUES(3,4,'e4','["+","bird","tweety"]','bird(tweety)',1,'unnamed',NULL,NULL,NULL,NULL,'1','1','fact',NULL,-9223372036854775808,9223372036854775807,'16b0dfc7d2674894b9b959f9363d1ba8',1796079411795337,NULL,NULL,'bird','ttweety',NULL);
INSERT INTO "evidence" VALUES(4,5,'e5','["+","bird","sam"]','bird(sam)',1,'unnamed',NULL,NULL,NULL,NULL,'1','1','fact',NULL,-9223372036854775808,9223372036854775807,'16b0dfc7d2674894b9b959f9363d1ba8',1796079411814769,NULL,NULL,'bird','tsam',NULL);
INSERT INTO "evidence" VALUES(5,6,'e6','["or",["+","budget","gemini",["n","-0.10"]],["+","fly","sam"],["+","quiet"]]','fly(sam) or quiet or budget(gemini, -0.10)',1,'unnamed',NULL,NULL,NULL,NULL,'1','1','fact',NULL,-9223372036854775808,9223372036854775807,'16b0dfc7d2674894b9b959f9363d1ba8',1796079411852016,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "evidence" VALUES(6,7,'early','["+","leads","ann","apollo"]','leads(ann, apollo)',1,'unnamed',NULL,NULL,NULL,NULL,'1','1','rumour',NULL,-568080000000000,9223372036854775807,'16b0dfc7d2674894b9b959f9363d1ba8',1796079411855011,-536457600000001,-536457600000000,'leads','tann','tapollo');
INSERT INTO "evidence" VALUES(7,8,'e7','["+","leads","bob","apollo"]','leads(bob, apollo)',1,'memo',NULL,NULL,NULL,NULL,'0.5','1','fact',NULL,-562896000000000,-283996800000001,'16b0dfc7d2674894b9b959f9363d1ba8',1796079411857070,-560217600000001,-315619200000000,'leads','tbob','tapollo');
INSERT INTO "evidence" VALUES(8,9,'op12','["iff",["+","quiet"],["+","fly","sam"]]','quiet iff fly(sam)',0,'unnamed',NULL,NULL,NULL,NULL,'0.4','1','fact',NULL,-9223372036854775808,9223372036854775807,'16b0dfc7d2674894b9b959f9363d1ba8',1796079411869145,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "evidence" VALUES(9,10,'e9','["+","bird","sam"]','bird(sam)',0,'memo',NULL,NULL,NULL,NULL,'0.2','0.5','fact',NULL,-9223372036854775808,9223372036854775807,'16b0dfc7d2674894b9b959f9363d1ba8',1796079411872945,NULL,NULL,'bird','tsam',NULL);
INSERT INTO "evidence" VALUES(10,12,'march','["+","budget","apollo",["n","40000"]]','budget(apollo, 40000)',1,'hr',NULL,NULL,NULL,NULL,'1','0.9','fact',NULL,1772323200000000,9223372036854775807,'16b0dfc7d2674894b9b959f9363d1ba8',1796079413280024,NULL,NULL,'budget','tapollo','n4E+4');
INSERT INTO "evidence" VALUES(11,18,'e11','["+","at","cy","berlin",["n","2"]]','at(cy, berlin, 2)',1,'press',NULL,NULL,NULL,NULL,'1','0.5','fact',NULL,-9223372036854775808,9223372036854775807,'30e3523d5bdd4fb5a8144f6a84f5a60b',1796079414014277,NULL,NULL,'at','tcy','tberlin');
INSERT INTO "evidence" VALUES(12,18,'e17','["+","at","di","berlin",["n","3"]]','at(di, berlin, 3)',1,'press',NULL,NULL,NULL,NULL,'1','0.5','fact',NULL,-9223372036854775808,9223372036854775807,'30e3523d5bdd4fb5a8144f6a84f5a60b',1796079414014277,NULL,NULL,'at','tdi','tberlin');
INSERT INTO "evidence" VALUES(13,18,'e13','["+","at","cy","bonn",["n","2"]]','at(cy, bonn, 2)',1,'press',NULL,NULL,NULL,NULL,'1','0.5','fact',NULL,-9223372036854775808,9223372036854775807,'30e3523d5bdd4fb5a8144f6a84f5a60b',1796079414014277,NULL,NULL,'at','tcy','tbonn');
INSERT INTO "evidence" VALUES(14,18,'op20','["+","at","eve","e1",["n","0"]]','at(eve, e1, 0)',1,'press',NULL,NULL,NULL,NULL,'1','0.5','fact',NULL,-9223372036854775808,9223372036854775807,'30e3523d5bdd4fb5a8144f6a84f5a60b',1796079414014277,NULL,NULL,'at','teve','te1');
INSERT INTO "evidence" VALUES(15,18,'e15','["+","at","flo","ulm",["n","1"]]','at(flo, ulm, 1)',1,'press',NULL,NULL,NULL,NULL,'1','0.5','fact',NULL,-9223372036854775808,9223372036854775807,'30e3523d5bdd4fb5a8144f6a84f5a60b',1796079414014277,NULL,NULL,'at','tflo','tulm');
INSERT INTO "evidence" VALUES(16,19,'rain','["if",["+","at","cy","ulm",["n","1"]],["and",["+","keeps","apollo",["m",1773100799000000,"2026-03-09T23:59:59Z"]],["+","quiet"]]]','at(cy, ulm, 1) if quiet and keeps(apollo, 2026-03-09T23:59:59Z)',1,'unnamed',NULL,NULL,NULL,NULL,'1','1','fact',NULL,-9223372036854775808,9223372036854775807,'7a0e0665aa8443789da6b9e01fe3275e',1796079414095009,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "evidence" VALUES(17,20,'e18','["+","bird","kim"]','bird(kim)',1,'unnamed',NULL,NULL,NULL,NULL,'1','1','fact',NULL,-9223372036854775808,9223372036854775807,'7a0e0665aa8443789da6b9e01fe3275e',1796079414103331,NULL,NULL,'bird','tkim',NULL);
CREATE TABLE mention (evidence integer not null references evidence, position integer not null, relation text not null, first text, second text, primary key (evidence, position)) strict;
INSERT INTO "mention" VALUES(5,0,'budget','tgemini','n-0.1');
INSERT INTO "mention" VALUES(5,1,'fly','tsam',NULL);
INSERT INTO "mention" VALUES(5,2,'quiet',NULL,NULL);
INSERT INTO "mention" VALUES(8,0,'fly','tsam',NULL);
INSERT INTO "mention" VALUES(8,1,'quiet',NULL,NULL);
INSERT INTO "mention" VALUES(16,0,'at','tcy','tulm');
INSERT INTO "mention" VALUES(16,1,'keeps','tapollo','m1773100799000000');
INSERT INTO "mention" VALUES(16,2,'quiet',NULL,NULL);
CREATE TABLE operation (seq integer primary key, recorded integer not null unique, name text not null unique, verb text not null, goal text not null, selection text not null, agent text, session text not null, layer text, author text, role text, reason text, recovers text, recovers_over text, theory text, outcome text not null) strict;
INSERT INTO "operation" VALUES(1,1796079411697768,'op1','declare','','',NULL,'16b0dfc7d2674894b9b959f9363d1ba8',NULL,NULL,NULL,NULL,NULL,NULL,'relation budget(project, euros) singular.
relation keeps(project, what).
relation bird(x).
relation fly(x).
relation quiet.
relation leads(person, project).
source hr trust 0.9.
source memo.
agent ada.
decay rumour 30 days from use.
default habit: fly(X) :- bird(X).
','{}');
INSERT INTO "operation" VALUES(2,1796079411776516,'first','believe','budget(apollo, 30000)','',NULL,'16b0dfc7d2674894b9b959f9363d1ba8',NULL,NULL,NULL,NULL,NULL,NULL,NULL,'{}');
INSERT INTO "operation" VALUES(3,1796079411786640,'e2','believe','keeps(apollo, e1)','',NULL,'16b0dfc7d2674894b9b959f9363d1ba8',NULL,NULL,NULL,NULL,NULL,NULL,NULL,'{}');
INSERT INTO "operation" VALUES(4,1796079411795337,'e4','believe','bird(tweety)','',NULL,'16b0dfc7d2674894b9b959f9363d1ba8',NULL,NULL,NULL,NULL,NULL,NULL,NULL,'{}');
INSERT INTO "operation" VALUES(5,1796079411814769,'op5','believe','bird(sam)','',NULL,'16b0dfc7d2674894b9b959f9363d1ba8',NULL,NULL,NULL,NULL,NULL,NULL,NULL,'{}');
INSERT INTO "operation" VALUES(6,1796079411852016,'op6','believe','fly(sam) or quiet or budget(gemini, -0.10)','',NULL,'16b0dfc7d2674894b9b959f9363d1ba8',NULL,NULL,NULL,NULL,NULL,NULL,NULL,'{}');
INSERT INTO "operation" VALUES(7,1796079411855011,'early','believe','leads(ann, apollo)','',NULL,'16b0dfc7d2674894b9b959f9363d1ba8',NULL,NULL,NULL,NULL,NULL,NULL,NULL,'{}');
INSERT INTO "operation" VALUES(8,1796079411857070,'op8','believe','leads(bob, apollo)','',NULL,'16b0dfc7d2674894b9b959f9363d1ba8',NULL,NULL,NULL,NULL,NULL,NULL,NULL,'{}');
INSERT INTO "operation" VALUES(9,1796079411869145,'op12','doubt','quiet iff fly(sam)','',NULL,'16b0dfc7d2674894b9b959f9363d1ba8',NULL,NULL,NULL,NULL,NULL,NULL,NULL,'{}');
INSERT INTO "operation" VALUES(10,1796079411872945,'op10','doubt','bird(sam)','',NULL,'16b0dfc7d2674894b9b959f9363d1ba8',NULL,NULL,NULL,NULL,NULL,NULL,NULL,'{}');
INSERT INTO "operation" VALUES(11,1796079411895818,'op11','touch','leads(ann, apollo)','',NULL,'16b0dfc7d2674894b9b959f9363d1ba8',NULL,NULL,NULL,NULL,NULL,NULL,NULL,'{}');
INSERT INTO "operation" VALUES(12,1796079413280024,'march','revise','budget(apollo, 40000)','',NULL,'16b0dfc7d2674894b9b959f9363d1ba8',NULL,NULL,NULL,NULL,NULL,NULL,NULL,'{"clock": 1796079411912330, "entailed": true, "function": null, "possible": true, "selection": []}');
INSERT INTO "operation" VALUES(13,1796079413479600,'ground','contract','fly(tweety)','',NULL,'16b0dfc7d2674894b9b959f9363d1ba8',NULL,NULL,NULL,NULL,NULL,NULL,NULL,'{"clock": 1796079413316425, "entailed": true, "function": null, "goals": ["fly(tweety)"], "possible": true, "selection": [], "together": false, "valid": [-9223372036854775808, 9223372036854775807]}');
INSERT INTO "operation" VALUES(14,1796079413603904,'stop','contract','bird(sam)','',NULL,'16b0dfc7d2674894b9b959f9363d1ba8',NULL,NULL,NULL,NULL,NULL,NULL,NULL,'{"clock": 1796079413481337, "entailed": true, "function": null, "goals": ["bird(sam)"], "possible": true, "selection": [], "together": false, "valid": [1769904000000000, 1777593600000000]}');
INSERT INTO "operation" VALUES(15,1796079413660820,'back','recover','stop','',NULL,'16b0dfc7d2674894b9b959f9363d1ba8',NULL,NULL,NULL,NULL,'stop','[[1769904000000000,1777593600000000]]',NULL,'{}');
INSERT INTO "operation" VALUES(16,1796079413847452,'op16','retract','keeps(apollo, e1)','','ada','16b0dfc7d2674894b9b959f9363d1ba8',NULL,NULL,NULL,'a mix-up',NULL,NULL,NULL,'{"clock": 1796079413701999, "entailed": true, "function": null, "goals": ["keeps(apollo, e1)"], "possible": true, "selection": [], "together": false, "valid": [-9223372036854775808, 9223372036854775807]}');
INSERT INTO "operation" VALUES(17,1796079414010553,'op17','declare','','',NULL,'7a0e0665aa8443789da6b9e01fe3275e',NULL,NULL,NULL,NULL,NULL,NULL,'relation budget(project, euros) singular.
relation keeps(project, what).
relation bird(x).
relation fly(x).
relation quiet.
relation leads(person, project).
source hr trust 0.9.
source memo.
agent ada.
decay rumour 30 days from use.
default habit: fly(X) :- bird(X).
source press trust 0.5.
relation at(person, place, floor).
','{}');
INSERT INTO "operation" VALUES(18,1796079414014277,'op18','expand','facts of <rows>','',NULL,'30e3523d5bdd4fb5a8144f6a84f5a60b',NULL,NULL,NULL,NULL,NULL,NULL,NULL,'{}');
INSERT INTO "operation" VALUES(19,1796079414095009,'rain','believe','at(cy, ulm, 1) if quiet and keeps(apollo, 2026-03-09T23:59:59Z)','',NULL,'7a0e0665aa8443789da6b9e01fe3275e',NULL,NULL,NULL,NULL,NULL,NULL,NULL,'{}');
INSERT INTO "operation" VALUES(20,1796079414103331,'op21','believe','bird(kim)','',NULL,'7a0e0665aa8443789da6b9e01fe3275e',NULL,NULL,NULL,NULL,NULL,NULL,NULL,'{}');
INSERT INTO "operation" VALUES(21,1796079414267274,'op22','retract','bird(kim)','',NULL,'7a0e0665aa8443789da6b9e01fe3275e',NULL,NULL,NULL,'no bird',NULL,NULL,NULL,'{"clock": 1796079414105531, "entailed": true, "function": null, "goals": ["bird(kim)"], "possible": true, "selection": [], "together": false, "valid": [-9223372036854775808, 9223372036854775807]}');
INSERT INTO "operation" VALUES(22,1796079414475755,'op23','consolidate','','',NULL,'7a0e0665aa8443789da6b9e01fe3275e',NULL,NULL,NULL,NULL,NULL,NULL,NULL,'{"clock": 1796079414281610, "entailed": false, "function": null, "possible": true, "selection": []}');
CREATE TABLE tombstone (operation integer not null references operation, position integer not null, sentence text not null, valid_start integer not null, valid_end integer not null, key text not null, primary key (operation, position)) strict;
INSERT INTO "tombstone" VALUES(16,0,'["+","keeps","apollo","e1"]',-9223372036854775808,9223372036854775807,'["+","keeps","tapollo","te1"]');
INSERT INTO "tombstone" VALUES(21,0,'["+","bird","kim"]',-9223372036854775808,9223372036854775807,'["+","bird","tkim"]');
CREATE TABLE touch (operation integer not null references operation, position integer not null, evidence text not null, primary key (operation, position)) strict;
INSERT INTO "touch" VALUES(11,0,'early');
CREATE TABLE withdrawal (operation integer not null references operation, position integer not null, evidence text, rule text, binding text, valid_start integer not null, valid_end integer not null, cause text not null, primary key (operation, position)) strict;
INSERT INTO "withdrawal" VALUES(12,0,'first',NULL,NULL,1772323200000000,9223372036854775807,'contradiction');
INSERT INTO "withdrawal" VALUES(13,0,NULL,'habit','["tweety"]',-9223372036854775808,9223372036854775807,'contraction');
INSERT INTO "withdrawal" VALUES(13,1,'e4',NULL,NULL,-9223372036854775808,9223372036854775807,'contraction');
INSERT INTO "withdrawal" VALUES(14,0,'e5',NULL,NULL,1769904000000000,1777593600000000,'contraction');
INSERT INTO "withdrawal" VALUES(16,0,'e2',NULL,NULL,-9223372036854775808,9223372036854775807,'manual');
INSERT INTO "withdrawal" VALUES(21,0,'e18',NULL,NULL,-9223372036854775808,9223372036854775807,'manual');
CREATE TRIGGER operation_no_update before update on operation begin select raise(abort, 'a ledger is only ever added to'); end;
CREATE TRIGGER operation_no_delete before delete on operation begin select raise(abort, 'a ledger is only ever added to'); end;
CREATE TRIGGER evidence_no_delete before delete on evidence begin select raise(abort, 'a ledger is only ever added to'); end;
CREATE TRIGGER withdrawal_no_update before update on withdrawal begin select raise(abort, 'a ledger is only ever added to'); end;
CREATE TRIGGER withdrawal_no_delete before delete on withdrawal begin select raise(abort, 'a ledger is only ever added to'); end;
CREATE TRIGGER chain_no_update before update on chain begin select raise(abort, 'a ledger is only ever added to'); end;
CREATE TRIGGER chain_no_delete before delete on chain begin select raise(abort, 'a ledger is only ever added to'); end;
CREATE INDEX evidence_of_operation on evidence (operation);
CREATE INDEX declarations on operation (recorded) where theory is not null;
CREATE TRIGGER tombstone_no_update before update on tombstone begin select raise(abort, 'a ledger is only ever added to'); end;
CREATE TRIGGER tombstone_no_delete before delete on tombstone begin select raise(abort, 'a ledger is only ever added to'); end;
CREATE TRIGGER touch_no_update before update on touch begin select raise(abort, 'a ledger is only ever added to'); end;
CREATE TRIGGER touch_no_delete before delete on touch begin select raise(abort, 'a ledger is only ever added to'); end;
CREATE TRIGGER mention_no_update before update on mention begin select raise(abort, 'a ledger is only ever added to'); end;
CREATE TRIGGER mention_no_delete before delete on mention begin select raise(abort, 'a ledger is only ever added to'); end;
CREATE TRIGGER evidence_no_update before update on evidence begin select raise(abort, 'a ledger is only ever added to'); end;
CREATE INDEX evidence_by_atom on evidence (relation, first, second);
CREATE INDEX evidence_by_second on evidence (relation, second);
CREATE INDEX mention_by_atom on mention (relation, first, second);
CREATE INDEX mention_by_second on mention (relation, second);
CREATE INDEX withdrawal_of_evidence on withdrawal (evidence) where evidence is not null;
CREATE INDEX withdrawal_of_rules on withdrawal (operation, position) where rule is not null;
CREATE INDEX recovery on operation (recovers) where recovers is not null;
CREATE INDEX tombstone_by_key on tombstone (key);
CREATE INDEX touch_of_evidence on touch (evidence, operation);
COMMIT;
