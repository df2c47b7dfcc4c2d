import type { Field, Fields } from "@parlour/protocol/settings/field";
import type { Values } from "@parlour/protocol/settings/values";
import type { Sql } from "../../database/sql.ts";

/** A row of a list of the installation: its values and its encrypted credentials by field. */
export type DocumentRow<F extends Fields> = Readonly<Values<F>> & {
  readonly [N in keyof F as F[N] extends { type: "credential" } ? N : never]: Buffer | null;
} & {
  readonly managed: boolean;
};

/** A list that is stored as JSON in a column of the installation. */
export interface DocumentList<Row> {
  readonly read: (sql: Sql) => Promise<readonly Row[]>;
  /** Also locks the installation, so that concurrent changes are not lost. */
  readonly lock: (tx: Sql) => Promise<readonly Row[]>;
  readonly write: (tx: Sql, rows: readonly Row[]) => Promise<void>;
}

/** Returns the store of a list. Some fields are stored under another name. */
export function createDocumentList<F extends Fields, Row extends DocumentRow<F>>(
  column: "oidc" | "oauth_clients" | "saml",
  fields: F,
  storedNames: Readonly<Partial<Record<keyof F, string>>>,
): DocumentList<Row> {
  const names = Object.entries(storedNames) as [string, string][];
  const toStored = Object.fromEntries(names);
  const fromStored = Object.fromEntries(names.map(([name, stored]) => [stored, name]));
  const isCredential = (name: string): boolean =>
    (fields[name] as Field | undefined)?.type === "credential";
  const read = async (sql: Sql): Promise<readonly Row[]> => {
    const [row] = await sql.query<{ rows: readonly object[] }>(
      `select ${column} as rows from instance`,
    );
    return (row?.rows ?? []).map((stored) =>
      mapEntries(stored, (storedName, value) => {
        const name = fromStored[storedName] ?? storedName;
        return [
          name,
          isCredential(name) && value !== null ? Buffer.from(value as string, "base64") : value,
        ];
      }),
    ) as unknown as readonly Row[];
  };
  return {
    read,
    async lock(tx) {
      await tx.query("select from instance for update");
      return read(tx);
    },
    async write(tx, rows) {
      const stored = rows.map((row) =>
        mapEntries(row, (name, value) => [
          toStored[name] ?? name,
          isCredential(name) && value !== null ? (value as Buffer).toString("base64") : value,
        ]),
      );
      await tx.query(`update instance set ${column} = $1`, [JSON.stringify(stored)]);
    },
  };
}

const mapEntries = (
  row: object,
  convert: (name: string, value: unknown) => readonly [string, unknown],
): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => convert(name, value)));
