-- The trail. Rows are only ever inserted; the chain of digests shows if anything else happened.
CREATE TABLE event (
  sequence BIGINT       NOT NULL PRIMARY KEY,
  time     VARCHAR(30)  NOT NULL,
  actor    VARCHAR(200) NOT NULL,
  attempt  VARCHAR(200) NOT NULL,
  event_key VARCHAR(300) NOT NULL,
  type     VARCHAR(100) NOT NULL,
  data     TEXT         NOT NULL,
  previous CHAR(71)     NOT NULL,
  digest   CHAR(71)     NOT NULL,
  UNIQUE (attempt, event_key)
);
