import type { Condition } from "@parlour/protocol/conditions/condition";
import { canTestChats } from "@parlour/protocol/conditions/segments";
import { omitAbsent } from "@parlour/protocol/omit-absent";
import type { AgentState } from "@parlour/protocol/settings/kinds/bots/agent";
import type { BotHours } from "@parlour/protocol/settings/kinds/bots/bot";
import type { Rule } from "@parlour/protocol/rules";
import type { WidgetSettings } from "@parlour/protocol/settings/widget-settings";
import type {
  AccountConfig,
  BlockListEntry,
  BotConfig,
  ChannelConfig,
  DepartmentConfig,
  FieldConfig,
  MailConfig,
  OperatorConfig,
  PushDevice,
  WebhookBlock,
  WebhookConfig,
  WebhookEvent,
} from "../../../core/command.ts";
import type { OpeningHours } from "@parlour/protocol/hours/open-hours";
import { refuse } from "../../../core/failure.ts";
import type { Sql, Queryable } from "../../database/sql.ts";
import { addedPermissions } from "./operator.ts";
import { parseAccountSettings } from "./account-settings.ts";

interface ConfigRow {
  version: number;
  suspended: boolean;
  settings: unknown;
  operators: {
    id: number;
    name: string;
    photo: string | null;
    role: OperatorConfig["role"];
    added_permissions: string[];
    active: boolean;
    chat_limit: number;
    hours: OpeningHours | null;
    languages: string[];
    skills: string[];
  }[];
  channels: {
    id: number;
    kind: ChannelConfig["kind"];
    name: string;
    public_id: string;
    enabled: boolean;
    deleted: boolean;
    endpoint_id: number | null;
    widget: WidgetSettings | null;
    media_as: ChannelConfig["mediaAs"];
    message_changes: boolean;
    bot_available: boolean;
    old_system: ChannelConfig["oldSystem"] | null;
    operators: number[];
  }[];
  departments: {
    id: number;
    name: string;
    hours: OpeningHours | null;
    match_language: boolean;
    skills: string[];
    operators: number[];
  }[];
  bots: {
    id: number;
    endpoint_id: number;
    name: string;
    photo: string | null;
    enabled: boolean;
    paused: boolean;
    channels: number[] | null;
    condition: Condition;
    hours: BotHours;
    precedence: number;
    invite_wait_s: number;
    silent_s: number;
    sends_chat_closed: boolean;
    sends_button_text: boolean;
    answers_settle: boolean;
    agent: { state: AgentState; share_percent: number; offers_person: boolean } | null;
  }[];
  webhooks: {
    id: number;
    name: string;
    endpoint_id: number;
    enabled: boolean;
    events: WebhookEvent[];
    channels: number[] | null;
    departments: number[] | null;
    message_text: boolean;
    blocks: WebhookBlock[];
    rating_wait_s: number;
  }[];
  fields: FieldConfig[];
  segments: { id: number; condition: Condition }[];
  tags: { id: number; name: string }[];
  triggers: { channels: number[] | null; rule: Rule }[];
  blacklist: BlockListEntry[];
  push: PushDevice[];
  mail: { endpointId: number; offline: number[]; missed: number[]; reminders: number[] } | null;
}

/** Loads the settings of an account as of one moment. Throws Refusal `not_found`. */
export async function loadAccountConfig(pool: Queryable, account: number): Promise<AccountConfig> {
  // A single statement reads everything, so that the version matches exactly these settings.
  const { rows } = await pool.query<ConfigRow>({
    name: "account_config",
    values: [account],
    text: configQuery,
  });
  return toAccountConfig(account, rows[0]);
}
/**
 * Like `loadAccountConfig`, but inside a transaction that has locked the account. A transaction
 * that took a second connection would wait for those that wait for its locks. Returns `known` if
 * it is current, because planning the large query takes longer than most changes.
 */
export async function loadAccountConfigInTransaction(
  tx: Sql,
  known: AccountConfig,
): Promise<AccountConfig> {
  const account = known.accountId;
  const [head] = await tx.query<{ version: number }>(
    "select config_version as version from account_head where account_id = $1",
    [account],
  );
  if (head?.version === known.version) return known;
  const [row] = await tx.query<ConfigRow>(configQuery, [account]);
  return toAccountConfig(account, row);
}

function toAccountConfig(account: number, row: ConfigRow | undefined): AccountConfig {
  if (!row) refuse("not_found", "There is no such account.");
  const settings = parseAccountSettings(row.settings);
  return {
    accountId: account,
    version: row.version,
    suspended: row.suspended,
    operators: new Map(
      row.operators.map((o) => [
        o.id,
        {
          id: o.id,
          name: o.name,
          photo: o.photo ?? "",
          role: o.role,
          addedPermissions: o.added_permissions,
          active: o.active,
          chatLimit: o.chat_limit,
          hours: o.hours,
          languages: o.languages,
          skills: o.skills,
        },
      ]),
    ),
    channels: new Map(row.channels.map((c) => [c.id, toChannelConfig(c)])),
    departments: new Map(row.departments.map((d) => [d.id, toDepartmentConfig(d)])),
    bots: new Map(row.bots.map((b) => [b.id, toBotConfig(b)])),
    webhooks: new Map(row.webhooks.map((w) => [w.id, toWebhookConfig(w)])),
    hours: settings.hours,
    routing: settings.routing,
    calls: settings.calls,
    fields: row.fields,
    segments: new Map(
      row.segments.flatMap(({ id, condition }) =>
        canTestChats(condition) ? [[id, condition] as const] : [],
      ),
    ),
    tags: new Map(row.tags.map(({ id, name }) => [id, name])),
    triggers: row.triggers.map(({ channels, rule }) => ({
      channels: channels && new Set(channels),
      rule,
    })),
    blockList: row.blacklist,
    push: row.push,
    ...omitAbsent({ mail: row.mail === null ? undefined : toMailConfig(row.mail) }),
  };
}
const toMailConfig = (mail: NonNullable<ConfigRow["mail"]>): MailConfig => ({
  endpointId: mail.endpointId,
  offline: new Set(mail.offline),
  missed: new Set(mail.missed),
  reminders: new Set(mail.reminders),
});

const configQuery = `
  select h.config_version as version, a.suspended, a.settings,
    coalesce((select json_agg(json_build_object('id', o.id, 'name', o.name, 'photo', o.photo, 'role', o.role, 'active', o.active,
      'added_permissions', ${addedPermissions}, 'chat_limit', o.chat_limit, 'hours', o.hours, 'languages', o.languages, 'skills', o.skills) order by o.id) from operator o where o.account_id = a.id), '[]') as operators,
    coalesce((select json_agg(json_build_object('id', c.id, 'kind', c.kind, 'name', c.name, 'public_id', c.public_id, 'enabled', c.enabled,
      'deleted', c.deleted_at is not null, 'endpoint_id', c.endpoint_id, 'widget', c.widget, 'media_as', c.media_as,
      'message_changes', c.message_changes, 'bot_available', c.bot_available,
      'old_system', (select json_build_object('endpointId', s.endpoint_id, 'operatorsAnswer', s.operators_answer, 'chatsRing', s.chats_ring)
        from old_system s where s.account_id = c.account_id and s.channel_id = c.id),
      'operators', coalesce((select json_agg(co.operator_id) from channel_operator co
        where co.account_id = c.account_id and co.channel_id = c.id), '[]')) order by c.id)
      from channel c where c.account_id = a.id), '[]') as channels,
    coalesce((select json_agg(json_build_object('id', d.id, 'name', d.name, 'hours', d.hours, 'match_language', d.match_language, 'skills', d.skills,
      'operators', coalesce((select json_agg(m.operator_id) from department_operator m
        where m.account_id = d.account_id and m.department_id = d.id), '[]')) order by d.id)
      from department d where d.account_id = a.id), '[]') as departments,
    coalesce((select json_agg(json_build_object('id', b.id, 'endpoint_id', b.endpoint_id, 'name', b.name, 'photo', b.photo,
      'enabled', b.enabled and b.deleted_at is null and (b.provider_id is null or p.state = 'active' and p.deleted_at is null),
      'paused', e.paused_at is not null or e.off_at is not null,
      'channels', case when not b.all_channels then coalesce((select json_agg(bc.channel_id) from bot_channel bc
        where bc.account_id = b.account_id and bc.bot_id = b.id), '[]') end,
      'condition', b.condition, 'hours', b.hours, 'precedence', b.precedence,
      'invite_wait_s', b.invite_wait_s, 'silent_s', b.silent_s, 'sends_chat_closed', b.sends_chat_closed,
      'sends_button_text', b.sends_button_text, 'answers_settle', b.answers_settle,
      'agent', (select json_build_object('state', g.state, 'share_percent', g.share_percent, 'offers_person', g.offers_person) from agent g
        where g.account_id = b.account_id and g.bot_id = b.id)) order by b.id)
      from bot b left join bot_provider p on p.id = b.provider_id
        join endpoint e on e.account_id = b.account_id and e.id = b.endpoint_id where b.account_id = a.id), '[]') as bots,
    coalesce((select json_agg(json_build_object('id', w.id, 'name', coalesce(e.name, ''), 'endpoint_id', w.endpoint_id, 'enabled', w.enabled and w.deleted_at is null and e.off_at is null,
      'events', w.events, 'blocks', w.blocks, 'rating_wait_s', w.rating_wait_s, 'message_text', w.message_text,
      'departments', case when not w.all_departments then coalesce((select json_agg(wd.department_id) from webhook_department wd
        where wd.account_id = w.account_id and wd.webhook_id = w.id), '[]') end,
      'channels', case when not w.all_channels then coalesce((select json_agg(wc.channel_id) from webhook_channel wc
        where wc.account_id = w.account_id and wc.webhook_id = w.id), '[]') end) order by w.id)
      from webhook w join endpoint e on e.account_id = w.account_id and e.id = w.endpoint_id where w.account_id = a.id), '[]') as webhooks,
    coalesce((select json_agg(json_build_object('object', f.object, 'key', f.key, 'kind', f.kind, 'name', f.name, 'names', f.names, 'help', f.help, 'helps', f.helps,
      'options', f.options, 'option_names', f.option_names,
      'edit_roles', f.edit_roles, 'sources', f.sources, 'required', f.required) order by f.id)
      from field f where f.account_id = a.id and f.deleted_at is null), '[]') as fields,
    coalesce((select json_agg(json_build_object('id', s.id, 'condition', s.condition) order by s.id)
      from segment s where s.account_id = a.id and s.audience <> 'me'), '[]') as segments,
    coalesce((select json_agg(json_build_object('id', t.id, 'name', t.name) order by t.id) from tag t where t.account_id = a.id), '[]') as tags,
    coalesce((select json_agg(json_build_object('channels', t.channels, 'rule', json_strip_nulls(json_build_object('once', t.once, 'if', t.condition,
      'do', t.actions))) order by t.managed desc, t.place, t.id) from trigger_rule t where t.account_id = a.id and t.enabled), '[]') as triggers,
    coalesce((select json_agg(json_build_object('id', b.id, 'kind', b.kind, 'value', b.value, 'until', (extract(epoch from b.until) * 1000)::float8)
      order by b.id) from blacklist_entry b where b.account_id = a.id and b.lifted_at is null), '[]') as blacklist,
    coalesce((select json_agg(json_build_object('endpointId', p.endpoint_id, 'operatorId', p.operator_id, 'name', e.name) order by p.id)
      from push_subscription p join endpoint e on e.account_id = p.account_id and e.id = p.endpoint_id where p.account_id = a.id), '[]') as push,
    (select json_build_object('endpointId', e.id,
        'offline', coalesce((select json_agg(o.id) from operator o where o.account_id = a.id and o.active and o.mail_offline), '[]'),
        'missed', coalesce((select json_agg(o.id) from operator o where o.account_id = a.id and o.active and o.mail_missed), '[]'),
        'reminders', coalesce((select json_agg(o.id) from operator o where o.account_id = a.id and o.active and o.mail_reminders), '[]'))
      from endpoint e where e.account_id = a.id and e.kind = 'mail' and exists (select from instance i where i.mail is not null)) as mail
  from account a join account_head h on h.account_id = a.id where a.id = $1`;

/** `widget` also contains the hosts of the account's sites (WG-045). */
function toChannelConfig(row: ConfigRow["channels"][number]): ChannelConfig {
  return {
    id: row.id,
    kind: row.kind,
    name: row.name,
    publicId: row.public_id,
    enabled: row.enabled,
    deleted: row.deleted,
    endpointId: row.endpoint_id,
    mediaAs: row.media_as,
    messageChanges: row.message_changes,
    botAvailable: row.bot_available,
    operators: new Set(row.operators),
    ...omitAbsent({
      widget: row.widget ?? undefined,
      oldSystem: row.old_system ?? undefined,
    }),
  };
}

function toDepartmentConfig(row: ConfigRow["departments"][number]): DepartmentConfig {
  return {
    id: row.id,
    name: row.name,
    operators: new Set(row.operators),
    hours: row.hours,
    matchLanguage: row.match_language,
    skills: row.skills,
  };
}

/** Deleted bots remain in the settings as disabled, so that their deliveries keep a name. */
function toBotConfig(row: ConfigRow["bots"][number]): BotConfig {
  return {
    id: row.id,
    endpointId: row.endpoint_id,
    name: row.name,
    photo: row.photo ?? "",
    enabled: row.enabled,
    ...omitAbsent({ paused: row.paused || undefined }),
    channels: row.channels === null ? null : new Set(row.channels),
    condition: row.condition,
    hours: row.hours,
    precedence: row.precedence,
    inviteWaitMs: row.invite_wait_s * 1000,
    silentMs: row.silent_s * 1000,
    sendsChatClosed: row.sends_chat_closed,
    sendsButtonText: row.sends_button_text,
    answersSettle: row.answers_settle,
    ...omitAbsent({
      model: row.agent
        ? {
            state: row.agent.state,
            sharePercent: row.agent.share_percent,
            offersPerson: row.agent.offers_person,
          }
        : undefined,
    }),
  };
}

function toWebhookConfig(row: ConfigRow["webhooks"][number]): WebhookConfig {
  return {
    id: row.id,
    name: row.name,
    endpointId: row.endpoint_id,
    enabled: row.enabled,
    events: new Set(row.events),
    channels: row.channels === null ? null : new Set(row.channels),
    departments: row.departments === null ? null : new Set(row.departments),
    sendsText: row.message_text,
    blocks: new Set(row.blocks),
    ratingWaitMs: row.rating_wait_s * 1_000,
  };
}
