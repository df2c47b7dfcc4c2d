import { readFileSync } from "node:fs";
import { join } from "node:path";
import { startCpuStopwatch, startTestParlour, type ApiResponse, type TestParlour } from "@parlour/testkit";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createAccount } from "../src/store/settings/account.ts";
import { createApiKey } from "../src/store/settings/api-key.ts";
import { watchDials, type DialWatch } from "./dialled.ts";
import { fetched, filesBelow, formOf, here, upload, type Served } from "./files-bed.ts";
import { generated } from "./hostile-a-entries.ts";

/** Uploads of tests/hostile-inputs.json. */
type Given = string | { readonly generate: string };
interface Entry {
  readonly id: string;
  readonly title: string;
  readonly interface: string;
  readonly request: {
    readonly method: string;
    readonly path: string;
    readonly headers: Readonly<Record<string, Given>>;
    readonly body?: Given;
    readonly file?: { readonly name: string; readonly type: string; readonly generate: string };
  };
  readonly expect: {
    readonly status: number | readonly number[];
    readonly header_on_get?: Readonly<Record<string, string>>;
    readonly max_rss_growth_mib?: number;
    readonly max_ms?: number;
    readonly dial?: false;
    readonly behaviour?: string;
  };
}
const entries = (JSON.parse(readFileSync(new URL("../../../tests/hostile-inputs.json", import.meta.url), "utf8")) as Entry[]).filter(
  (entry) => entry.interface === "upload",
);

let parlour: TestParlour;
let blanks: Readonly<Record<string, string>>;
let dials: DialWatch;

beforeAll(async () => {
  parlour = await startTestParlour();
  const sql = { query: <R>(text: string, values?: readonly unknown[]) => parlour.sql(text, values) as unknown as Promise<readonly R[]> };
  const other = await createAccount(sql, {
    name: "Other",
    owner: { name: "Olga", email: "olga@other.test", passwordHash: null, instanceOwner: false },
  });
  const key = "pk_other_0123456789abcdef0123456789abcdef";
  const { accountId, operatorId } = other;
  await createApiKey(sql, accountId, { key, name: "k", operatorId, scopes: ["*"], managed: false, now: parlour.clock.now() });
  const mine = await upload(parlour.owner.call, { name: "mine.txt", bytes: "mine" });
  const theirs = await upload(parlour.call, { name: "theirs.txt", bytes: "theirs" }, { authorization: `Bearer ${key}` });
  expect([mine.status, theirs.status]).toEqual([201, 201]);
  blanks = { KEY: parlour.owner.key, UPLOAD: String(mine.body.id), UPLOAD2: String(theirs.body.id) };
  dials = watchDials();
});
afterAll(async () => {
  dials.end();
  await parlour.close();
});

interface Case {
  readonly answer: ApiResponse;
  readonly served: Served | null;
  readonly rowsBefore: number;
  readonly onDiskBefore: readonly string[];
}
const rows = async (): Promise<number> => Number((await parlour.sql<{ n: string }>("select count(*) as n from file"))[0]?.n);
const onDisk = (): Promise<readonly string[]> => filesBelow(join(parlour.dataDir, "files"));

/** One check for each `behaviour` sentence. */
const behaviours: Readonly<Record<string, (found: Case) => void | Promise<void>>> = {
  "H-281": ({ answer }) => {
    expect(answer.body.width).toBeUndefined();
    expect(answer.body.thumb_url).toBeUndefined();
  },
  "H-282": async ({ answer, onDiskBefore }) => {
    expect(answer.body.name).toBe("x.txt");
    const made = (await onDisk()).filter((name) => !onDiskBefore.includes(name));
    expect(made).toHaveLength(1);
    expect(made[0]).toMatch(/^[A-Za-z0-9_-]{27}$/);
  },
  "H-283": ({ served }) => {
    expect(served?.headers.get("content-disposition")).toMatch(
      /^attachment; filename="[\x20-\x21\x23-\x7e]+"; filename\*=UTF-8''[\w.%=-]+$/,
    );
    expect(served?.headers.get("set-cookie")).toBeNull();
  },
  "H-284": ({ answer }) => expect(answer.body.name).toBe("invoicefdp.exe.txt"),
  "H-285": ({ answer }) => {
    expect(answer.body.name).toHaveLength(255);
    expect(answer.body.name).toMatch(/n\.txt$/);
  },
  "H-286": nothingStays,
  "H-294": nothingStays,
};
async function nothingStays({ rowsBefore, onDiskBefore }: Case): Promise<void> {
  expect(await rows()).toBe(rowsBefore);
  expect(await onDisk()).toEqual(onDiskBefore);
}

const fill = (text: string): string => text.replaceAll(/\{([A-Z0-9_]+)\}/g, (whole, name: string) => blanks[name] ?? whole);
const valueOf = (given: Given): string | Buffer => (typeof given === "string" ? fill(given) : generated(given));

function send({ method, path, headers, body, file }: Entry["request"]): Promise<ApiResponse> {
  const filled = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(valueOf(value))]));
  if (file === undefined) return parlour.call(method, fill(path), body === undefined ? undefined : valueOf(body), filled);
  const form = formOf({ name: file.name, type: file.type, bytes: generated(file) });
  return parlour.call(method, fill(path), form.bytes, { ...filled, "content-type": form.type });
}

describe("hostile uploads", () => {
  test.each(entries.map((entry) => [entry.id, entry.title, entry] as const))(
    "[API-071] [CORE-060] [CORE-061] %s %s",
    async (id, _title, { request, expect: want }) => {
      const before = { rowsBefore: await rows(), onDiskBefore: await onDisk() };
      dials.forget();
      const rss = process.memoryUsage().rss;
      const passed = startCpuStopwatch();
      const answer = await send(request);
      const ms = passed();
      expect([want.status].flat(), answer.text).toContain(answer.status);
      if (want.max_ms !== undefined) expect(ms).toBeLessThan(want.max_ms);
      if (want.max_rss_growth_mib !== undefined)
        expect((process.memoryUsage().rss - rss) / (1024 * 1024)).toBeLessThan(want.max_rss_growth_mib);
      const served = answer.status === 201 ? await fetched(here(parlour, answer.body.url)) : null;
      if (served !== null) expect(served.status).toBe(200);
      for (const [name, value] of Object.entries(want.header_on_get ?? {})) {
        if (served === null) continue;
        const got = served.headers.get(name);
        if (value.startsWith("~")) expect(got).toContain(value.slice(1));
        else expect(got).toBe(value);
      }
      // The test itself connects to Parlour. Nothing else may open a connection.
      if (want.dial === false) expect(dials.strangers(parlour)).toEqual([]);
      await behaviours[id]?.({ answer, served, ...before });
      expect((await upload(parlour.owner.call, { name: "good.txt", bytes: "good" })).status).toBe(201);
    },
  );

  test("[API-071] no sentence of the list stays unchecked", () => {
    const unchecked = entries.filter((e) => e.expect.behaviour !== undefined && !(e.id in behaviours)).map((e) => e.id);
    console.info(`uploads: ${entries.length}; unchecked ${unchecked.length}`);
    expect(entries).toHaveLength(23);
    expect(unchecked).toEqual([]);
  });
});
