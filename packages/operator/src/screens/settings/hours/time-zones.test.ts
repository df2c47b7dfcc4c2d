import { beforeAll, describe, expect, it } from "vitest";
import { i18n } from "../../../text/index.ts";
import { findTimeZones, listTimeZones, toTimeZoneOption } from "./time-zones.ts";

/** In winter of the northern hemisphere. */
const now = Date.parse("2026-11-26T09:42:00Z");
const findIds = (query: string) => findTimeZones(query, now).map(({ id }) => id);

describe("time zones", () => {
  beforeAll(() => i18n.activate("en"));
  it("[CORE-345] are found by city, region and offset; the city comes first", () => {
    expect(findIds("berl")).toEqual(["Europe/Berlin"]);
    expect(findIds("new york")[0]).toBe("America/New_York");
    expect(findIds("sao paulo")).toEqual(["America/Sao_Paulo"]);
    expect(findIds("europe utc+1")).toContain("Europe/Berlin");
    expect(findIds("utc+5:30")).toContain("Asia/Kolkata");
    expect(findIds("nowhere")).toEqual([]);
  });
  it("[CORE-345] have no old names, and a stored one shows its present city", () => {
    const zones = listTimeZones();
    expect(zones).toContain("UTC");
    expect(zones).toContain("Europe/Kyiv");
    for (const old of ["Asia/Calcutta", "Europe/Kiev", "Etc/GMT+1", "EST5EDT"])
      expect(zones).not.toContain(old);
    expect(toTimeZoneOption("Asia/Calcutta", now)).toEqual({
      id: "Asia/Kolkata",
      city: "Kolkata",
      region: "Asia",
      offset: "UTC+5:30",
    });
    expect(toTimeZoneOption("America/New_York", now).offset).toBe("UTC−5");
  });
});
