import pg from "pg";

/** DATABASE_URL's user may not create roles. `sql`: to be run by an administrator (CFG-004). */
export class RolesMissingError extends Error {
  readonly sql: string;
  constructor(text: string) {
    super(
      `The database user may not create roles. Run as an administrator of the database:\n${text}`,
    );
    this.name = "RolesMissing";
    this.sql = text;
  }
}
const roles = ["parlour_writer", "parlour_reader", "parlour_search"] as const;

/** Creates missing roles. A start on another database may create them too. */
export async function ensureRoles(pool: pg.Pool): Promise<void> {
  for (const role of roles) {
    await retryOnRace(async () => {
      const existing = await pool.query("select from pg_roles where rolname = $1", [role]);
      if (existing.rowCount === 0) await pool.query(`create role ${role} nologin`);
      // Since PostgreSQL 16, the creator of a role is a member of it, but may not switch to it with
      // SET ROLE.
      const member = await pool.query<{ may: boolean }>(
        "select pg_has_role(current_user, $1, case when current_setting('server_version_num')::int < 160000 then 'member' else 'set' end) as may",
        [role],
      );
      if (!member.rows[0]?.may) await pool.query(`grant ${role} to current_user`);
    });
  }
}

async function retryOnRace(step: () => Promise<void>): Promise<void> {
  for (let n = 1; ; n++) {
    try {
      return await step();
    } catch (error) {
      const code = error instanceof pg.DatabaseError ? error.code : undefined;
      if (code === "42501")
        throw new RolesMissingError(
          [
            ...roles.map((role) => `create role ${role} nologin;`),
            ...roles.map((role) => `grant ${role} to "<user of DATABASE_URL>";`),
          ].join("\n"),
        );
      // 42710 and 23505: another process has created the role. XX000: "tuple concurrently updated".
      if (n >= 20 || !(code === "42710" || code === "23505" || code === "XX000")) throw error;
    }
  }
}
