import { toClientAddress } from "../src/core/client/address.ts";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { ManualClock } from "../src/clock.ts";
import { parseConfig } from "../src/config/read-config.ts";
import { GeoError, loadGeo } from "../src/geo/index.ts";
import { createLog } from "../src/log.ts";
import { startServer } from "../src/server.ts";
import { buildGeoDatabase } from "./geo-database.ts";

const folder = mkdtempSync(join(tmpdir(), "parlour-geo-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const writeFile = (name: string, bytes: Buffer): string => {
  const path = join(folder, name);
  writeFileSync(path, bytes);
  return path;
};
const cityFile = writeFile(
  "city.mmdb",
  buildGeoDatabase("Test-City", {
    "192.0.2.0/24": {
      country: { iso_code: "DE", names: { en: "Germany", de: "Deutschland" } },
      subdivisions: [{ iso_code: "BE", names: { en: "Berlin" } }],
      city: { names: { en: "Berlin" } },
      location: { latitude: 52.52, longitude: 13.4 },
    },
    "198.51.100.0/24": {
      country: { iso_code: "FR", names: { en: "France" } },
      city: "not an object",
      subdivisions: [],
    },
  }),
);
const networkFile = writeFile(
  "asn.mmdb",
  buildGeoDatabase("Test-ASN", {
    "192.0.2.0/24": {
      autonomous_system_number: 64496,
      autonomous_system_organization: "Example Net",
    },
  }),
);
const unknownLocation = {
  region_code: "",
  country: "",
  country_code: "",
  region: "",
  city: "",
  latitude: "",
  longitude: "",
  organization: "",
};

describe("places of addresses", () => {
  test("[WH-025] [CFG-013] several files fill one another's gaps, all as texts", async () => {
    const geo = await loadGeo([cityFile, networkFile]);
    expect(geo.locate(toClientAddress("192.0.2.15"))).toEqual({
      region_code: "BE",
      country: "Germany",
      country_code: "DE",
      region: "Berlin",
      city: "Berlin",
      latitude: "52.52",
      longitude: "13.4",
      organization: "Example Net",
    });
    expect(geo.locate(toClientAddress("198.51.100.1"))).toEqual({
      ...unknownLocation,
      country: "France",
      country_code: "FR",
    });
  });

  test("[WH-025] unknown addresses, other families and what is no address are nowhere", async () => {
    const geo = await loadGeo([cityFile]);
    for (const ip of ["203.0.113.9", "2001:db8::1", "", "no address", "192.0.2.15/24"])
      expect(geo.locate(toClientAddress(ip))).toEqual(unknownLocation);
    expect((await loadGeo([])).locate(toClientAddress("192.0.2.15"))).toEqual(unknownLocation);
  });

  test("[CFG-013] a file that is missing or something else is named", async () => {
    await expect(loadGeo([join(folder, "absent.mmdb")])).rejects.toThrow(GeoError);
    await expect(loadGeo([join(folder, "absent.mmdb")])).rejects.toThrow(
      "absent.mmdb cannot be read (ENOENT)",
    );
    const other = writeFile("other.mmdb", Buffer.from("not a database"));
    await expect(loadGeo([other])).rejects.toThrow("other.mmdb is no .mmdb database");
  });

  test("[CFG-013] [CFG-018] the start ends with 78 and one sentence", async () => {
    const config = parseConfig({ GEOIP_DB: `${cityFile}, ${join(folder, "absent.mmdb")}` });
    const start = startServer({
      databaseUrl: "postgres://127.0.0.1:1/none",
      dataDir: folder,
      config,
      secretKey: Buffer.alloc(32),
      log: createLog({ level: "silent", format: "json" }),
      clock: new ManualClock(),
    });
    await expect(start).rejects.toMatchObject({
      exitCode: 78,
      message: `GEOIP_DB: ${join(folder, "absent.mmdb")} cannot be read (ENOENT)`,
    });
  });
});
