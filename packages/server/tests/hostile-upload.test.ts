import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import {
  startCpuStopwatch,
  startTestParlour,
  type ApiResponse,
  type TestParlour,
} from "@parlour/testkit";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createAccount } from "../src/store/settings/account/account.ts";
import { recordConnections, type ConnectionRecorder } from "./connection-recorder.ts";
import {
  fetchFile,
  listFileNames,
  encodeForm,
  toServerUrl,
  upload,
  type FileResponse,
} from "./files-fixture.ts";
import { generateText } from "./hostile-inputs.ts";
import { createApiKey } from "./stored-api-key.ts";

/** Uploads of tests/hostile-inputs.json. */
type InputText = string | { readonly generate: string };
interface UploadInput {
  readonly id: string;
  readonly title: string;
  readonly interface: string;
  readonly request: {
    readonly method: string;
    readonly path: string;
    readonly headers: Readonly<Record<string, InputText>>;
    readonly body?: InputText;
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
const uploadInputs = (
  JSON.parse(
    readFileSync(new URL("../../../tests/hostile-inputs.json", import.meta.url), "utf8"),
  ) as UploadInput[]
).filter((entry) => entry.interface === "upload");

let parlour: TestParlour;
let placeholders: Readonly<Record<string, string>>;
let connections: ConnectionRecorder;

beforeAll(async () => {
  parlour = await startTestParlour();
  const sql = {
    query: <R>(text: string, values?: readonly unknown[]) =>
      parlour.sql(text, values) as unknown as Promise<readonly R[]>,
  };
  const other = await createAccount(sql, {
    name: "Other",
    owner: { name: "Olga", email: "olga@other.test", passwordHash: null, instanceOwner: false },
  });
  const key = "pk_other_0123456789abcdef0123456789abcdef";
  const { accountId, operatorId } = other;
  await createApiKey(
    sql,
    accountId,
    {
      key,
      name: "k",
      operator_id: operatorId,
    },
    { now: parlour.clock.now() },
  );
  const mine = await upload(parlour.owner.call, { name: "mine.txt", bytes: "mine" });
  const otherUpload = await upload(
    parlour.call,
    { name: "theirs.txt", bytes: "theirs" },
    { authorization: `Bearer ${key}` },
  );
  expect([mine.status, otherUpload.status]).toEqual([201, 201]);
  placeholders = {
    KEY: parlour.owner.key,
    UPLOAD: String(mine.body.id),
    UPLOAD2: String(otherUpload.body.id),
  };
  connections = recordConnections();
});
afterAll(async () => {
  connections.stop();
  await parlour.close();
});

interface Case {
  readonly answer: ApiResponse;
  readonly served: FileResponse | null;
  readonly rowsBefore: number;
  readonly onDiskBefore: readonly string[];
}
const countRows = async (): Promise<number> =>
  Number((await parlour.sql<{ n: string }>("select count(*) as n from file"))[0]?.n);
const listStoredFiles = (): Promise<readonly string[]> =>
  listFileNames(join(parlour.dataDir, "files"));

/** Checks by the `behaviour` sentence of the entry. */
const behaviourChecks: Readonly<Record<string, (found: Case) => void | Promise<void>>> = {
  "H-281": ({ answer }) => {
    expect(answer.body.width).toBeUndefined();
    expect(answer.body.thumb_url).toBeUndefined();
  },
  "H-282": async ({ answer, onDiskBefore }) => {
    expect(answer.body.name).toBe("x.txt");
    const created = (await listStoredFiles()).filter((name) => !onDiskBefore.includes(name));
    expect(created).toHaveLength(1);
    expect(created[0]).toMatch(/^[A-Za-z0-9_-]{27}$/);
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
  "H-286": expectNothingStored,
  "H-294": expectNothingStored,
};
async function expectNothingStored({ rowsBefore, onDiskBefore }: Case): Promise<void> {
  expect(await countRows()).toBe(rowsBefore);
  expect(await listStoredFiles()).toEqual(onDiskBefore);
}

const fillPlaceholders = (text: string): string =>
  text.replaceAll(/\{([A-Z0-9_]+)\}/g, (whole, name: string) => placeholders[name] ?? whole);
const generateValue = (inputText: InputText): string | Buffer =>
  typeof inputText === "string" ? fillPlaceholders(inputText) : generateText(inputText);

/**
 * Generates the bytes of a file in another process, because the test measures the memory of this
 * one, which also runs the server.
 */
const generateFile = (expression: string): Buffer =>
  execFileSync(process.execPath, ["-e", `process.stdout.write(${expression})`], {
    maxBuffer: 64 * 1024 * 1024,
  });

/** Prepares a request. Returns the function that sends it. */
function prepareInput({ request, expect: expected }: UploadInput): () => Promise<ApiResponse> {
  const { method, path, headers, body, file } = request;
  const filled = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, String(generateValue(value))]),
  );
  if (file === undefined) {
    const bytes = body === undefined ? undefined : generateValue(body);
    return () => parlour.call(method, fillPlaceholders(path), bytes, filled);
  }
  const form = encodeForm({
    name: file.name,
    type: file.type,
    bytes:
      expected.max_rss_growth_mib === undefined ? generateText(file) : generateFile(file.generate),
  });
  return () =>
    parlour.call(method, fillPlaceholders(path), form.bytes, {
      ...filled,
      "content-type": form.type,
    });
}

describe("hostile uploads", () => {
  test.each(uploadInputs.map((entry) => [entry.id, entry.title, entry] as const))(
    "[API-071] [CORE-060] [CORE-061] %s %s",
    async (id, _title, input) => {
      const { expect: expected } = input;
      const before = { rowsBefore: await countRows(), onDiskBefore: await listStoredFiles() };
      const send = prepareInput(input);
      connections.clear();
      const rss = process.memoryUsage().rss;
      const stopwatch = startCpuStopwatch();
      const answer = await send();
      const ms = stopwatch();
      expect([expected.status].flat(), answer.text).toContain(answer.status);
      if (expected.max_ms !== undefined) expect(ms).toBeLessThan(expected.max_ms);
      if (expected.max_rss_growth_mib !== undefined)
        expect((process.memoryUsage().rss - rss) / (1024 * 1024)).toBeLessThan(
          expected.max_rss_growth_mib,
        );
      const served =
        answer.status === 201 ? await fetchFile(toServerUrl(parlour, answer.body.url)) : null;
      if (served !== null) expect(served.status).toBe(200);
      for (const [name, value] of Object.entries(expected.header_on_get ?? {})) {
        if (served === null) continue;
        const header = served.headers.get(name);
        if (value.startsWith("~")) expect(header).toContain(value.slice(1));
        else expect(header).toBe(value);
      }
      // The test itself connects to Parlour. Nothing else may open a connection.
      if (expected.dial === false) expect(connections.unexpectedTargets(parlour)).toEqual([]);
      await behaviourChecks[id]?.({ answer, served, ...before });
      expect((await upload(parlour.owner.call, { name: "good.txt", bytes: "good" })).status).toBe(
        201,
      );
    },
  );

  test("[API-071] no sentence of the list stays unchecked", () => {
    const unchecked = uploadInputs
      .filter((e) => e.expect.behaviour !== undefined && !(e.id in behaviourChecks))
      .map((e) => e.id);
    console.info(`uploads: ${uploadInputs.length}; unchecked ${unchecked.length}`);
    expect(uploadInputs).toHaveLength(23);
    expect(unchecked).toEqual([]);
  });
});
