import { objectOf, quote, readReply } from "./reply.ts";

/** A rule of section 4 of docs/spec/webhook.md that a reply breaks. */
export interface ReplyFault {
  readonly rule: string;
  readonly seen: string;
  readonly advice: string;
}

const isHttp = (value: unknown): boolean => typeof value === "string" && /^https?:\/\//i.test(value) && URL.canParse(value);
const dataKeys = ["custom_data", "contact_info", "enable_assign", "crm_link", "page"];

/** Looks at the reply to an event. `isAnswered`: data is read from it (WH-042). `note`: what is allowed but of no use. */
export function checkReply(body: Buffer, isAnswered: boolean): { readonly faults: readonly ReplyFault[]; readonly note: string } {
  const read = readReply(body);
  if (read.kind !== "json" || objectOf(read.value) === null)
    return { faults: [], note: `${quote(body)}: no JSON object, so nothing is shown to the operator. Better: {"result":"ok"}` };
  if (read.repeated.length > 0)
    return {
      faults: [
        {
          rule: "WH-040",
          seen: `the key ${read.repeated[0]} stands twice`,
          advice: "Write each key once; a reply with a repeated key is thrown away.",
        },
      ],
      note: "",
    };
  const top = objectOf(read.value) ?? {};
  const has = dataKeys.filter((key) => top[key] !== undefined && top[key] !== null);
  const { result } = top;
  const isOk = typeof result === "string" && result.trim().toLowerCase() === "ok";
  if (!isOk)
    return has.length === 0
      ? { faults: [], note: `result is ${JSON.stringify(result) ?? "missing"}: the delivery is done, the ledger shows it` }
      : {
          faults: [
            {
              rule: "WH-041",
              seen: `${has.join(", ")} with result ${JSON.stringify(result) ?? "missing"}`,
              advice: 'Add "result":"ok": without it the operator sees nothing of the data.',
            },
          ],
          note: "",
        };
  if (!isAnswered) return { faults: [], note: has.length === 0 ? "" : `${has.join(", ")}: only result is read from this event` };
  return { faults: fieldFaults(top), note: "" };
}

function fieldFaults(given: Readonly<Record<string, unknown>>): ReplyFault[] {
  // null says nothing, like an absent key.
  const top = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null));
  const faults: ReplyFault[] = [];
  const fault = (rule: string, seen: string, advice: string) => faults.push({ rule, seen, advice });
  const list = top["custom_data"];
  if (list !== undefined) {
    if (!Array.isArray(list)) fault("WH-043", `custom_data is ${kindOf(list)}`, "Make it an array of {title, content, link?, key?}.");
    else {
      if (list.length > 50) fault("WH-043", `custom_data has ${list.length} entries`, "At most 50 are shown.");
      list.forEach((entry: unknown, n) => {
        const field = objectOf(entry);
        if (field === null) fault("WH-043", `custom_data[${n}] is ${kindOf(entry)}`, "Each entry is an object; others are skipped.");
        else
          for (const key of ["title", "content", "key", "link"])
            if (field[key] !== undefined && typeof field[key] !== "string")
              fault("WH-048", `custom_data[${n}].${key} is ${kindOf(field[key])}`, "Send a string; a field of another type is dropped.");
      });
    }
  }
  for (const key of ["contact_info", "page"] as const) {
    const value = top[key];
    // An empty array is how some languages write an empty object (WH-044).
    if (value === undefined || (Array.isArray(value) && value.length === 0)) continue;
    const rule = key === "page" ? "WH-047" : "WH-044";
    const object = objectOf(value);
    if (object === null) fault(rule, `${key} is ${kindOf(value)}`, "Make it an object of strings.");
    else {
      for (const [name, inner] of Object.entries(object))
        if (typeof inner !== "string")
          fault("WH-048", `${key}.${name} is ${kindOf(inner)}`, "Send a string; a field of another type is dropped.");
      if (key === "page" && !isHttp(object["url"])) fault("WH-047", "page has no http(s) url", "page.url is required in page.");
    }
  }
  const link = top["crm_link"];
  if (link !== undefined && link !== "" && !isHttp(link))
    fault("WH-046", `crm_link is ${JSON.stringify(link)}`, "Send an http or https address.");
  const assign = top["enable_assign"];
  if (assign !== undefined && !["true", "false", true, false, 1, 0, ""].includes(assign as string | number | boolean))
    fault("WH-048", `enable_assign is ${JSON.stringify(assign)}`, "Send true or false.");
  if ((assign === true || assign === "true" || assign === 1) && !isHttp(link))
    fault("WH-045", "enable_assign without a crm_link", 'The button "Assign to CRM card" needs a crm_link.');
  return faults;
}

const kindOf = (value: unknown): string => (value === null ? "null" : Array.isArray(value) ? "an array" : `a ${typeof value}`);
