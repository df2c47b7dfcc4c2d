import type { MoveImportDetails } from "@parlour/protocol/api";
import type { MoveRecord } from "@parlour/protocol/move-in/record";
import type { TestParlour } from "@parlour/testkit";

export const toLines = (records: readonly (MoveRecord | string)[]): string =>
  records
    .map((record) => (typeof record === "string" ? record : JSON.stringify(record)))
    .join("\n");

/** Imports through the service API. */
export interface ImportClient {
  call(method: string, path: string, body?: unknown): Promise<{ status: number; body: never }>;
  /** Uploads lines and connects to them. Returns the id of the import. */
  connect(lines: string, name?: string): Promise<number>;
  read(id: number): Promise<MoveImportDetails>;
  act(id: number, action: string): Promise<MoveImportDetails>;
}

export function createImportClient(parlour: TestParlour): ImportClient {
  const call: ImportClient["call"] = (method, path, body) =>
    parlour.owner.call(method, path, body) as never;
  const read = async (id: number): Promise<MoveImportDetails> =>
    (await call("GET", `imports/${id}`)).body;
  return {
    call,
    read,
    async connect(lines, name = "old") {
      const form = new FormData();
      form.set("file", new File([lines], "export.jsonl"));
      const response = await fetch(`${parlour.url}/api/v1/imports/files`, {
        method: "POST",
        headers: { authorization: `Bearer ${parlour.owner.key}` },
        body: form,
      });
      const uploaded = (await response.json()) as { readonly id: string };
      const created = await call("POST", "imports", {
        system: "jsonl",
        name,
        files: [uploaded.id],
      });
      if (created.status !== 201) throw new Error(JSON.stringify(created.body));
      return (created.body as { readonly id: number }).id;
    },
    async act(id, action) {
      const { status, body } = await call("POST", `imports/${id}/${action}`, {});
      if (status !== 200) throw new Error(JSON.stringify(body));
      await parlour.settle();
      return read(id);
    },
  };
}
