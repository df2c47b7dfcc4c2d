import { omitAbsent } from "@parlour/protocol/omit-absent";
import { readTextParam } from "../../ui/address/search-params.ts";

/**
 * Which visitors the screen shows. Absent: those on the site, if the account has a widget.
 * `company`: name of the open company.
 */
export interface VisitorsSearch {
  readonly list?: "everybody" | "companies";
  readonly company?: string;
}

/** Parses the parameters of the URL. */
export function parseVisitorsSearch({ list, company }: Record<string, unknown>): VisitorsSearch {
  if (list === "everybody") return { list };
  return list === "companies"
    ? omitAbsent({ list, company: readTextParam(company) || undefined })
    : {};
}
