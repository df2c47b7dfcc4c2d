import { isIP } from "node:net";
import { open, type Reader, type Response } from "maxmind";
import type { VisitSource } from "../core/entity.ts";

/**
 * Locates IP addresses with databases that the owner of the installation provides (CFG-013,
 * WH-025).
 */
export interface Geo {
  /** Returns the location of an address. Unknown parts are "". */
  locate(ip: string): VisitSource["geoip"];
}

/** A database that cannot be used. `message` contains the path and the reason. */
export class GeoFault extends Error {
  constructor(path: string, why: string) {
    super(`${path} ${why}`);
    this.name = "GeoFault";
  }
}

/**
 * Loads `.mmdb` files into memory. Each file fills the parts that the previous ones left empty, for
 * example a city and a network database. Throws GeoError.
 */
export async function openGeo(paths: readonly string[]): Promise<Geo> {
  const readers: Reader<Response>[] = [];
  for (const path of paths) {
    try {
      readers.push(await open<Response>(path, { cache: { max: 1_000 } }));
    } catch (error) {
      const code = error instanceof Error && "code" in error ? error.code : null;
      throw new GeoFault(path, typeof code === "string" ? `cannot be read (${code})` : "is no .mmdb database");
    }
  }
  return {
    locate(ip) {
      const found: Record<keyof VisitSource["geoip"], string> = { ...nowhere };
      if (isIP(ip) === 0) return found;
      for (const reader of readers) {
        const known = partsOf(lookUp(reader, ip));
        for (const name of names) if (found[name] === "") found[name] = known[name] ?? "";
      }
      return found;
    },
  };
}

const nowhere: VisitSource["geoip"] = {
  region_code: "",
  country: "",
  country_code: "",
  region: "",
  city: "",
  latitude: "",
  longitude: "",
  organization: "",
};
const names = Object.keys(nowhere) as (keyof VisitSource["geoip"])[];

/** A database with IPv4 only has no entries for IPv6. That is not an error. */
function lookUp(reader: Reader<Response>, ip: string): unknown {
  if (isIP(ip) === 6 && reader.metadata.ipVersion === 4) return null;
  return reader.get(ip);
}

/** Parses the fields of city, country and network databases. Ignores other fields. */
function partsOf(record: unknown): Partial<Record<keyof VisitSource["geoip"], string>> {
  const country = at(record, "country");
  const region = at(record, "subdivisions", 0);
  return {
    country: text(at(country, "names", "en")),
    country_code: text(at(country, "iso_code")),
    region: text(at(region, "names", "en")),
    region_code: text(at(region, "iso_code")),
    city: text(at(record, "city", "names", "en")),
    latitude: text(at(record, "location", "latitude")),
    longitude: text(at(record, "location", "longitude")),
    organization: text(at(record, "autonomous_system_organization")) || text(at(record, "traits", "organization")),
  };
}
function at(value: unknown, ...path: readonly (string | number)[]): unknown {
  let found = value;
  for (const step of path) {
    if (typeof found !== "object" || found === null || !Object.hasOwn(found, step)) return undefined;
    found = (found as Record<string | number, unknown>)[step];
  }
  return found;
}
function text(value: unknown): string {
  if (typeof value === "number" && Number.isFinite(value)) return String(value);
  return typeof value === "string" ? value : "";
}
