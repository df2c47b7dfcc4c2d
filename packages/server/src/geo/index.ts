import type { ClientAddress } from "../core/client/address.ts";
import { isIP } from "node:net";
import { open, type Reader, type Response } from "maxmind";
import type { VisitSource } from "../core/entity.ts";

/** Locates IP addresses with databases that the installation owner provides (CFG-013, WH-025). */
export interface Geo {
  /** Returns the location of an IP address. Unknown parts are "". */
  locate(ip: ClientAddress): VisitSource["geoip"];
}

/** A database that cannot be used. `message` contains the path and the reason. */
export class GeoError extends Error {
  constructor(path: string, why: string) {
    super(`${path} ${why}`);
    this.name = "GeoFault";
  }
}

/**
 * Loads `.mmdb` files into memory. Each file adds the fields that earlier files lack, for example a
 * city database and a network database. Throws GeoError.
 */
export async function loadGeo(paths: readonly string[]): Promise<Geo> {
  const readers: Reader<Response>[] = [];
  for (const path of paths) {
    try {
      readers.push(await open<Response>(path, { cache: { max: 1_000 } }));
    } catch (error) {
      const code = error instanceof Error && "code" in error ? error.code : null;
      throw new GeoError(
        path,
        typeof code === "string" ? `cannot be read (${code})` : "is no .mmdb database",
      );
    }
  }
  return {
    locate(ip) {
      const location: Record<keyof VisitSource["geoip"], string> = { ...emptyLocation };
      if (isIP(ip) === 0) return location;
      for (const reader of readers) {
        const recordParts = parseRecord(readRecord(reader, ip));
        for (const name of locationFields)
          if (location[name] === "") location[name] = recordParts[name] ?? "";
      }
      return location;
    },
  };
}

const emptyLocation: VisitSource["geoip"] = {
  region_code: "",
  country: "",
  country_code: "",
  region: "",
  city: "",
  latitude: "",
  longitude: "",
  organization: "",
};
const locationFields = Object.keys(emptyLocation) as (keyof VisitSource["geoip"])[];

/** A database of IPv4 addresses has no entries for IPv6, which is not an error. */
function readRecord(reader: Reader<Response>, ip: string): unknown {
  if (isIP(ip) === 6 && reader.metadata.ipVersion === 4) return null;
  return reader.get(ip);
}

/** Parses the fields of city, country and network databases. Ignores all other fields. */
function parseRecord(record: unknown): Partial<Record<keyof VisitSource["geoip"], string>> {
  const country = getPath(record, "country");
  const region = getPath(record, "subdivisions", 0);
  return {
    country: toText(getPath(country, "names", "en")),
    country_code: toText(getPath(country, "iso_code")),
    region: toText(getPath(region, "names", "en")),
    region_code: toText(getPath(region, "iso_code")),
    city: toText(getPath(record, "city", "names", "en")),
    latitude: toText(getPath(record, "location", "latitude")),
    longitude: toText(getPath(record, "location", "longitude")),
    organization:
      toText(getPath(record, "autonomous_system_organization")) ||
      toText(getPath(record, "traits", "organization")),
  };
}
function getPath(value: unknown, ...path: readonly (string | number)[]): unknown {
  let current = value;
  for (const step of path) {
    if (typeof current !== "object" || current === null || !Object.hasOwn(current, step))
      return undefined;
    current = (current as Record<string | number, unknown>)[step];
  }
  return current;
}
function toText(value: unknown): string {
  if (typeof value === "number" && Number.isFinite(value)) return String(value);
  return typeof value === "string" ? value : "";
}
