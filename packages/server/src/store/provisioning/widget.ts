import type { WidgetSettings } from "@parlour/protocol/entity/widget/widget-settings";
import type { Sql } from "../database/sql.ts";

/** A stored widget that the provisioning file is compared with. */
export interface CurrentWidget {
  readonly id: number;
  readonly name: string;
  readonly publicId: string;
  readonly enabled: boolean;
  readonly settings: WidgetSettings;
  readonly managed: boolean;
  readonly operators: readonly number[];
  /** Sealed secret, or null: signed identity is off (WG-047). */
  readonly identitySecret: Buffer | null;
}

/** Returns the account's widgets that are not deleted, oldest first. */
export async function readWidgets(
  sql: Sql,
  account: number | null,
): Promise<readonly CurrentWidget[]> {
  return sql.query<CurrentWidget>(
    `select c.id::float8 as id, c.name, c.public_id as "publicId", c.enabled, c.widget as settings, c.managed, c.identity_secret as "identitySecret",
       array(select operator_id::float8 from channel_operator o where o.account_id = c.account_id and o.channel_id = c.id order by 1) as operators
     from channel c where c.account_id = $1 and c.kind = 'widget' and c.deleted_at is null order by c.id`,
    [account],
  );
}
