import { objectOf, quote, readReply } from "./reply.ts";

/** A rule of section 4 of docs/spec/webhook.md that a reply violates. */
export interface ReplyFault {
  readonly rule: string;
  readonly seen: string;
  readonly advice: string;
}

const isHttp = (value: unknown): boolean => typeof value === "string" && /^https?:\/\//i.test(value) && URL.canParse(value);
const dataKeys = ["custom_data", "contact_info", "enable_assign", "crm_link", "page"];

type Checked = { readonly faults: readonly ReplyFault[]; readonly note: string };
const noted = (note: string): Checked => ({ faults: [], note });
const broken = (rule: string, seen: string, advice: string): Checked => ({ faults: [{ rule, seen, advice }], note: "" });

/**
 * Checks the reply to an event. `isAnswered`: Parlour reads data from it (WH-042). `note`: valid,
 * but without effect.
 */
export function checkReply(body: Buffer, isAnswered: boolean): Checked {
  const read = readReply(body);
  if (read.kind !== "json" || objectOf(read.value) === null)
    return noted(`${quote(body)}: no JSON object, so nothing is shown to the operator. Better: {"result":"ok"}`);
  if (read.repeated.length > 0)
    return broken("WH-040", `the key ${read.repeated[0]} stands twice`, "Write each key once; a reply with a repeated key is thrown away.");
  const top = objectOf(read.value) ?? {};
  const given = dataKeys.filter((key) => top[key] !== undefined && top[key] !== null).join(", ");
  const { result } = top;
  if (typeof result !== "string" || result.trim().toLowerCase() !== "ok") {
    const seen = JSON.stringify(result) ?? "missing";
    if (given === "") return noted(`result is ${seen}: the delivery is done, the ledger shows it`);
    return broken("WH-041", `${given} with result ${seen}`, 'Add "result":"ok": without it the operator sees nothing of the data.');
  }
  if (!isAnswered) return noted(given === "" ? "" : `${given}: only result is read from this event`);
  return { faults: fieldFaults(top), note: "" };
}

type Fault = (rule: string, seen: string, advice: string) => void;

function fieldFaults(given: Readonly<Record<string, unknown>>): ReplyFault[] {
  // null means the same as an absent key.
  const top = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null));
  const faults: ReplyFault[] = [];
  const fault: Fault = (rule, seen, advice) => void faults.push({ rule, seen, advice });
  listFaults(top["custom_data"], fault);
  for (const key of ["contact_info", "page"] as const) objectFaults(key, top[key], fault);
  linkFaults(top["crm_link"], top["enable_assign"], fault);
  return faults;
}

function listFaults(list: unknown, fault: Fault): void {
  if (list === undefined) return;
  if (!Array.isArray(list)) return fault("WH-043", `custom_data is ${kindOf(list)}`, "Make it an array of {title, content, link?, key?}.");
  if (list.length > 50) fault("WH-043", `custom_data has ${list.length} entries`, "At most 50 are shown.");
  list.forEach((entry: unknown, n) => {
    const field = objectOf(entry);
    if (field === null) return fault("WH-043", `custom_data[${n}] is ${kindOf(entry)}`, "Each entry is an object; others are skipped.");
    for (const key of ["title", "content", "key", "link"])
      if (field[key] !== undefined && typeof field[key] !== "string")
        fault("WH-048", `custom_data[${n}].${key} is ${kindOf(field[key])}`, "Send a string; a field of another type is dropped.");
  });
}

function objectFaults(key: "contact_info" | "page", value: unknown, fault: Fault): void {
  // Some languages write an empty object as an empty array (WH-044).
  if (value === undefined || (Array.isArray(value) && value.length === 0)) return;
  const object = objectOf(value);
  if (object === null) return fault(key === "page" ? "WH-047" : "WH-044", `${key} is ${kindOf(value)}`, "Make it an object of strings.");
  for (const [name, inner] of Object.entries(object))
    if (typeof inner !== "string")
      fault("WH-048", `${key}.${name} is ${kindOf(inner)}`, "Send a string; a field of another type is dropped.");
  if (key === "page" && !isHttp(object["url"])) fault("WH-047", "page has no http(s) url", "page.url is required in page.");
}

function linkFaults(link: unknown, assign: unknown, fault: Fault): void {
  if (link !== undefined && link !== "" && !isHttp(link))
    fault("WH-046", `crm_link is ${JSON.stringify(link)}`, "Send an http or https address.");
  if (assign !== undefined && !["true", "false", true, false, 1, 0, ""].includes(assign as string | number | boolean))
    fault("WH-048", `enable_assign is ${JSON.stringify(assign)}`, "Send true or false.");
  if ((assign === true || assign === "true" || assign === 1) && !isHttp(link))
    fault("WH-045", "enable_assign without a crm_link", 'The button "Assign to CRM card" needs a crm_link.');
}

const kindOf = (value: unknown): string => (value === null ? "null" : Array.isArray(value) ? "an array" : `a ${typeof value}`);
