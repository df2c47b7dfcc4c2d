import { dayMs, formatDay, getOffset } from "@parlour/protocol/hours/local-time";

/** A night for which the schedule asks for a backup (CORE-368). */
export interface Night {
  /** Local date and time, such as `2026-11-27 02:00`. */
  readonly name: string;
  /** Time in ms since 1970. */
  readonly at: number;
}

/** The local time of the backup, such as `02:00`, and its time zone. */
interface Schedule {
  readonly time: string;
  readonly timezone: string;
}

/** Returns the latest night that has begun at `now`. */
export function findLatestNight(schedule: Schedule, now: number): Night {
  const today = Math.floor((now + getOffset(schedule.timezone, now)) / dayMs);
  const night = getNight(schedule, today);
  return night.at <= now ? night : getNight(schedule, today - 1);
}

/** Returns the first night that begins after `now`. */
export function findNextNight(schedule: Schedule, now: number): Night {
  const today = Math.floor((now + getOffset(schedule.timezone, now)) / dayMs);
  const night = getNight(schedule, today);
  return night.at > now ? night : getNight(schedule, today + 1);
}

/** A time that the clock skips is as much later as the clock skips. */
function getNight({ time, timezone }: Schedule, day: number): Night {
  const [hours = 0, minutes = 0] = time.split(":").map(Number);
  const local = day * dayMs + (hours * 60 + minutes) * 60_000;
  const offset = getOffset(timezone, local - getOffset(timezone, local));
  return { name: `${formatDay(day)} ${time}`, at: local - offset };
}
