import { listPersonNumbers } from "../../store/visitors/person.ts";
import type { Reader } from "../../store/database/reader.ts";
import { parseId } from "../kit/ids.ts";

/**
 * Returns the filter of a list by `visitor`: the numbers of all visitors of their person (API-410).
 * Without `visitor`, returns no condition.
 */
export async function readPersonFilter(
  reader: Reader,
  account: number,
  visitor: string | undefined,
): Promise<{ readonly visitorNumbers?: readonly number[] }> {
  if (visitor === undefined) return {};
  return { visitorNumbers: await listPersonNumbers(reader, account, parseId(visitor, "visitor")) };
}
