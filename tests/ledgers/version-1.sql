-- A ledger as version 1 wrote it.
pragma application_id = 1111837778;
pragma user_version = 1;
BEGIN TRANSACTION;
CREATE TABLE chain (operation integer primary key references operation, hash text not null) strict;
INSERT INTO "chain" VALUES(1,'4784ed72ef2cf0ac481e674a001d630f0f4ac6c1e8d56c32633553ffbcd3f0d3');
INSERT INTO "chain" VALUES(2,'5fdebdd316d94c397bc362406ef7ee749e6d90abda3bf9313b985145802ed51b');
INSERT INTO "chain" VALUES(3,'5f6e3b91af35f45c0f8b2a5a27914a4f68f69564de20f36cdd24a49cf1c9b74a');
INSERT INTO "chain" VALUES(4,'e4d1e76e4d007319937d4811475c30c20e6e8bdcfff8c0b437dc3fd8727bcece');
INSERT INTO "chain" VALUES(5,'b75aaf50de7371825767f65f99098134c95cb8e9376629b45712060cb64a45c6');
INSERT INTO "chain" VALUES(6,'c9d9959a2c300c0320aad48c9cd7eaf9b868ea96cf0b5dc3e74234cab4001230');
INSERT INTO "chain" VALUES(7,'71ef7bc9a195e22ce7903d772fe51f8e7ddfcfc61f49b7de8225bbe0e145e0f7');
INSERT INTO "chain" VALUES(8,'41b068f190b19d61d98cffe25a4f44d91344a48f8611de52c02378d46b488ea0');
INSERT INTO "chain" VALUES(9,'c7067dd3ffcb983dd741c0a6a06570b66a6f0bf8fc6ff4094391fa543f6f5d7d');
INSERT INTO "chain" VALUES(10,'eeeba1cb75eb40fc50469cd626d4b946c6d95c11bb37c599e9a14f4afb5be14b');
INSERT INTO "chain" VALUES(11,'0c773e57a0f47c922d9bf7a75a39075ba7a97076f73456aa8562f5aa0f5ecf19');
INSERT INTO "chain" VALUES(12,'79b64da29a41355541c82bbefcfc1d42c8aa120479e70df6ba5bc51a585dfe01');
INSERT INTO "chain" VALUES(13,'5adf577d84a9267b62f37429d8c07aea7e172a5eadc9e0b1ff4d7eafca889072');
INSERT INTO "chain" VALUES(14,'9bb396a380560db27042d9538336d6405178f5847462f153ee76a7e5d3811aa8');
INSERT INTO "chain" VALUES(15,'48a6be5b25b4c48e4212706096bffbf66ca7fa78b584b368d1b66a48f0c633dd');
CREATE TABLE evidence (seq integer primary key, operation integer not null references operation, name text not null unique, sentence text not null, text text not null, supports integer not null, source text not null, agent text, layer text, author text, role text, weight text not null, reliability text not null, type text not null, origin text, valid_start integer not null, valid_end integer not null, session text not null, dated integer not null) strict;
INSERT INTO "evidence" VALUES(1,2,'first','["+","budget","apollo",["n","30000"]]','budget(apollo, 30000)',1,'hr','ada',NULL,NULL,NULL,'1','0.9','fact',NULL,1767225600000000,9223372036854775807,'f0d5f8b12a61482a8bdd804360fc554e',1796068014489054);
INSERT INTO "evidence" VALUES(2,3,'same','["+","budget","apollo",["n","30000.0"]]','budget(apollo, 30000.0)',1,'memo',NULL,NULL,NULL,NULL,'0.5','1','fact',NULL,1767225600000000,9223372036854775807,'f0d5f8b12a61482a8bdd804360fc554e',1796068014490730);
INSERT INTO "evidence" VALUES(3,4,'quoted','["+","keeps","apollo","a \\ b"]','keeps(apollo, "a \\ b")',1,'memo',NULL,NULL,NULL,NULL,'1','1','fact',NULL,-9223372036854775808,9223372036854775807,'f0d5f8b12a61482a8bdd804360fc554e',1796068014492683);
INSERT INTO "evidence" VALUES(4,5,'either','["or",["+","budget","gemini",["n","-0.10"]],["+","fly","tweety"],["+","quiet"]]','fly(tweety) or quiet or budget(gemini, -0.10)',1,'unnamed',NULL,NULL,NULL,NULL,'1','1','fact',NULL,-9223372036854775808,9223372036854775807,'f0d5f8b12a61482a8bdd804360fc554e',1796068014497470);
INSERT INTO "evidence" VALUES(5,6,'rain','["if",["+","quiet"],["and",["+","bird","tweety"],["+","keeps","apollo",["m",1773100799000000,"2026-03-09T23:59:59Z"]]]]','quiet if bird(tweety) and keeps(apollo, 2026-03-09T23:59:59Z)',1,'unnamed',NULL,NULL,NULL,NULL,'1','1','fact',NULL,-9223372036854775808,9223372036854775807,'f0d5f8b12a61482a8bdd804360fc554e',1796068014501097);
INSERT INTO "evidence" VALUES(6,7,'b','["+","bird","tweety"]','bird(tweety)',1,'unnamed',NULL,NULL,NULL,NULL,'1','1','fact',NULL,-9223372036854775808,9223372036854775807,'f0d5f8b12a61482a8bdd804360fc554e',1796068014505227);
INSERT INTO "evidence" VALUES(7,8,'c','["+","bird","sam"]','bird(sam)',1,'unnamed',NULL,NULL,NULL,NULL,'1','1','fact',NULL,-9223372036854775808,9223372036854775807,'f0d5f8b12a61482a8bdd804360fc554e',1796068014512908);
INSERT INTO "evidence" VALUES(8,9,'d','["iff",["+","quiet"],["+","fly","sam"]]','quiet iff fly(sam)',0,'unnamed',NULL,NULL,NULL,NULL,'0.4','1','fact',NULL,-9223372036854775808,9223372036854775807,'f0d5f8b12a61482a8bdd804360fc554e',1796068014517583);
INSERT INTO "evidence" VALUES(9,10,'e9','["+","bird","sam"]','bird(sam)',0,'memo',NULL,NULL,NULL,NULL,'0.2','0.5','fact',NULL,-9223372036854775808,9223372036854775807,'f0d5f8b12a61482a8bdd804360fc554e',1796068014519147);
INSERT INTO "evidence" VALUES(10,11,'march','["+","budget","apollo",["n","40000"]]','budget(apollo, 40000)',1,'hr',NULL,NULL,NULL,NULL,'1','0.9','fact',NULL,1772323200000000,9223372036854775807,'f0d5f8b12a61482a8bdd804360fc554e',1796068014995309);
CREATE TABLE operation (seq integer primary key, recorded integer not null unique, name text not null unique, verb text not null, goal text not null, selection text not null, agent text, session text not null, layer text, author text, role text, reason text, recovers text, recovers_over text, theory text, outcome text not null) strict;
INSERT INTO "operation" VALUES(1,1796068014481221,'op1','declare','','',NULL,'f0d5f8b12a61482a8bdd804360fc554e',NULL,NULL,NULL,NULL,NULL,NULL,'relation budget(project, euros) singular.
relation keeps(project, what).
relation bird(x).
relation fly(x).
relation quiet.
source hr trust 0.9.
source memo.
agent ada.
decay fact never.
default habit: fly(X) :- bird(X).
','{}');
INSERT INTO "operation" VALUES(2,1796068014489054,'first','believe','budget(apollo, 30000)','',NULL,'f0d5f8b12a61482a8bdd804360fc554e',NULL,NULL,NULL,NULL,NULL,NULL,NULL,'{}');
INSERT INTO "operation" VALUES(3,1796068014490730,'same','believe','budget(apollo, 30000.0)','',NULL,'f0d5f8b12a61482a8bdd804360fc554e',NULL,NULL,NULL,NULL,NULL,NULL,NULL,'{}');
INSERT INTO "operation" VALUES(4,1796068014492683,'quoted','believe','keeps(apollo, "a \\ b")','',NULL,'f0d5f8b12a61482a8bdd804360fc554e',NULL,NULL,NULL,NULL,NULL,NULL,NULL,'{}');
INSERT INTO "operation" VALUES(5,1796068014497470,'either','believe','fly(tweety) or quiet or budget(gemini, -0.10)','',NULL,'f0d5f8b12a61482a8bdd804360fc554e',NULL,NULL,NULL,NULL,NULL,NULL,NULL,'{}');
INSERT INTO "operation" VALUES(6,1796068014501097,'rain','believe','quiet if bird(tweety) and keeps(apollo, 2026-03-09T23:59:59Z)','',NULL,'f0d5f8b12a61482a8bdd804360fc554e',NULL,NULL,NULL,NULL,NULL,NULL,NULL,'{}');
INSERT INTO "operation" VALUES(7,1796068014505227,'b','believe','bird(tweety)','',NULL,'f0d5f8b12a61482a8bdd804360fc554e',NULL,NULL,NULL,NULL,NULL,NULL,NULL,'{}');
INSERT INTO "operation" VALUES(8,1796068014512908,'c','believe','bird(sam)','',NULL,'f0d5f8b12a61482a8bdd804360fc554e',NULL,NULL,NULL,NULL,NULL,NULL,NULL,'{}');
INSERT INTO "operation" VALUES(9,1796068014517583,'d','doubt','quiet iff fly(sam)','',NULL,'f0d5f8b12a61482a8bdd804360fc554e',NULL,NULL,NULL,NULL,NULL,NULL,NULL,'{}');
INSERT INTO "operation" VALUES(10,1796068014519147,'op10','doubt','bird(sam)','',NULL,'f0d5f8b12a61482a8bdd804360fc554e',NULL,NULL,NULL,NULL,NULL,NULL,NULL,'{}');
INSERT INTO "operation" VALUES(11,1796068014995309,'march','revise','budget(apollo, 40000)','',NULL,'f0d5f8b12a61482a8bdd804360fc554e',NULL,NULL,NULL,NULL,NULL,NULL,NULL,'{"clock": 1796068014524014, "entailed": true, "function": null, "possible": true, "selection": []}');
INSERT INTO "operation" VALUES(12,1796068015130993,'ground','contract','fly(tweety)','',NULL,'f0d5f8b12a61482a8bdd804360fc554e',NULL,NULL,NULL,NULL,NULL,NULL,NULL,'{"clock": 1796068014997030, "entailed": true, "function": null, "goals": ["fly(tweety)"], "possible": true, "selection": [], "together": false, "valid": [-9223372036854775808, 9223372036854775807]}');
INSERT INTO "operation" VALUES(13,1796068015280543,'stop','contract','bird(sam)','',NULL,'f0d5f8b12a61482a8bdd804360fc554e',NULL,NULL,NULL,NULL,NULL,NULL,NULL,'{"clock": 1796068015149489, "entailed": true, "function": null, "goals": ["bird(sam)"], "possible": true, "selection": [], "together": false, "valid": [1769904000000000, 1777593600000000]}');
INSERT INTO "operation" VALUES(14,1796068015329618,'back','recover','stop','',NULL,'f0d5f8b12a61482a8bdd804360fc554e',NULL,NULL,NULL,NULL,'stop','[[1769904000000000,1777593600000000]]',NULL,'{}');
INSERT INTO "operation" VALUES(15,1796068015438381,'op15','consolidate','','recency',NULL,'f0d5f8b12a61482a8bdd804360fc554e',NULL,NULL,NULL,NULL,NULL,NULL,NULL,'{"clock": 1796068015336666, "entailed": false, "function": null, "possible": true, "selection": ["recency"]}');
CREATE TABLE withdrawal (operation integer not null references operation, position integer not null, evidence text, rule text, binding text, valid_start integer not null, valid_end integer not null, cause text not null, primary key (operation, position)) strict;
INSERT INTO "withdrawal" VALUES(11,0,'first',NULL,NULL,1772323200000000,9223372036854775807,'contradiction');
INSERT INTO "withdrawal" VALUES(11,1,'same',NULL,NULL,1772323200000000,9223372036854775807,'contradiction');
INSERT INTO "withdrawal" VALUES(12,0,NULL,'habit','["tweety"]',-9223372036854775808,9223372036854775807,'contraction');
INSERT INTO "withdrawal" VALUES(12,1,'b',NULL,NULL,-9223372036854775808,9223372036854775807,'contraction');
INSERT INTO "withdrawal" VALUES(13,0,'c',NULL,NULL,1769904000000000,1777593600000000,'contraction');
CREATE TRIGGER operation_no_update before update on operation begin select raise(abort, 'a ledger is only ever added to'); end;
CREATE TRIGGER operation_no_delete before delete on operation begin select raise(abort, 'a ledger is only ever added to'); end;
CREATE TRIGGER evidence_no_update before update on evidence begin select raise(abort, 'a ledger is only ever added to'); end;
CREATE TRIGGER evidence_no_delete before delete on evidence begin select raise(abort, 'a ledger is only ever added to'); end;
CREATE TRIGGER withdrawal_no_update before update on withdrawal begin select raise(abort, 'a ledger is only ever added to'); end;
CREATE TRIGGER withdrawal_no_delete before delete on withdrawal begin select raise(abort, 'a ledger is only ever added to'); end;
CREATE TRIGGER chain_no_update before update on chain begin select raise(abort, 'a ledger is only ever added to'); end;
CREATE TRIGGER chain_no_delete before delete on chain begin select raise(abort, 'a ledger is only ever added to'); end;
CREATE INDEX evidence_of_operation on evidence (operation);
CREATE INDEX declarations on operation (recorded) where theory is not null;
COMMIT;
