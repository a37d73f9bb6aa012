-- Moves of many rooms: of those that are still ours, and whose last move is the one that we know.
-- It answers which of them (`nth`).
WITH new AS (
    SELECT * FROM unnest(%(room)s::text[], %(epoch)s::bigint[], %(first)s::bigint[], %(waiting)s::text[],
        %(due)s::bigint[], %(stamp)s::bigint[], %(clocks)s::text[])
        WITH ORDINALITY AS new(room, epoch, first, waiting, due, stamp, clocks, nth)),
held AS MATERIALIZED (
    SELECT new.nth, owners.room FROM owners JOIN new ON new.room = owners.room AND new.epoch = owners.epoch
    WHERE new.first = 1 + (SELECT coalesce(max(number), 0) FROM moves WHERE moves.room = new.room)
    ORDER BY owners.room FOR SHARE OF owners),
put AS (
    INSERT INTO moves (room, number, who, action) SELECT room, number, who, action
    FROM unnest(%(nth)s::bigint[], %(number)s::bigint[], %(who)s::bigint[], %(action)s::bytea[])
        AS row(nth, number, who, action) JOIN held USING (nth)),
turned AS (
    INSERT INTO turns (room, waiting, due, stamp, clocks)
    SELECT held.room, waiting, due, stamp, clocks FROM new JOIN held USING (nth) WHERE waiting IS NOT NULL
    ON CONFLICT (room) DO UPDATE SET waiting = excluded.waiting, due = excluded.due, stamp = excluded.stamp,
        clocks = excluded.clocks)
SELECT nth FROM held
