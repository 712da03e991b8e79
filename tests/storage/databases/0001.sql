-- An evening in room AB23, as the first release stored it.
BEGIN TRANSACTION;
CREATE TABLE act (
	room TEXT NOT NULL, 
	number INTEGER NOT NULL, 
	at TEXT NOT NULL, 
	"by" TEXT NOT NULL, 
	what TEXT NOT NULL, 
	PRIMARY KEY (room, number), 
	FOREIGN KEY(room) REFERENCES room (code)
);
INSERT INTO "act" VALUES('AB23',1,'2026-11-20T22:48:59.179+00:00','00000000000000000000000000000001','{"act": "opened", "host": "00000000000000000000000000000001", "game": "good-enough", "options": {"rounds": 3}, "address": null, "recovery": "cccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccc"}');
INSERT INTO "act" VALUES('AB23',2,'2026-11-20T22:48:59.230+00:00','0000000000000000000000000000000a','{"act": "joined", "seat": "1", "name": "Ann", "device": "0000000000000000000000000000000a"}');
INSERT INTO "act" VALUES('AB23',3,'2026-11-20T22:48:59.249+00:00','0000000000000000000000000000000b','{"act": "joined", "seat": "2", "name": "Ben", "device": "0000000000000000000000000000000b"}');
INSERT INTO "act" VALUES('AB23',4,'2026-11-20T22:48:59.257+00:00','0000000000000000000000000000000c','{"act": "joined", "seat": "3", "name": "Cid", "device": "0000000000000000000000000000000c"}');
INSERT INTO "act" VALUES('AB23',5,'2026-11-20T22:48:59.260+00:00','00000000000000000000000000000001','{"act": "began", "game": "good-enough", "options": {"rounds": 3}, "dealt": false}');
INSERT INTO "act" VALUES('AB23',6,'2026-11-20T22:48:59.263+00:00','0000000000000000000000000000000a','{"act": "showed", "seat": "1", "game": 1, "round": 1, "play": 10}');
INSERT INTO "act" VALUES('AB23',7,'2026-11-20T22:48:59.274+00:00','0000000000000000000000000000000b','{"act": "showed", "seat": "2", "game": 1, "round": 1, "play": 20}');
INSERT INTO "act" VALUES('AB23',8,'2026-11-20T22:48:59.277+00:00','0000000000000000000000000000000c','{"act": "showed", "seat": "3", "game": 1, "round": 1, "play": 30}');
INSERT INTO "act" VALUES('AB23',9,'2026-11-20T22:48:59.278+00:00','0000000000000000000000000000000a','{"act": "showed", "seat": "1", "game": 1, "round": 2, "play": 7}');
INSERT INTO "act" VALUES('AB23',10,'2026-11-20T22:48:59.284+00:00','0000000000000000000000000000000b','{"act": "showed", "seat": "2", "game": 1, "round": 2, "play": 7}');
INSERT INTO "act" VALUES('AB23',11,'2026-11-20T22:48:59.285+00:00','0000000000000000000000000000000c','{"act": "showed", "seat": "3", "game": 1, "round": 2, "play": 9}');
INSERT INTO "act" VALUES('AB23',12,'2026-11-20T22:48:59.293+00:00','0000000000000000000000000000000a','{"act": "showed", "seat": "1", "game": 1, "round": 3, "play": 55}');
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0001');
CREATE TABLE room (
	code TEXT NOT NULL, 
	opened TEXT NOT NULL, 
	PRIMARY KEY (code)
);
INSERT INTO "room" VALUES('AB23','2026-11-20T22:48:59.179+00:00');
COMMIT;
