import type { Channel } from "@parlour/protocol";
import { channel } from "@parlour/protocol/settings/kinds/channels/channel";
import { IconPlugConnected } from "@tabler/icons-react";
import { Tag } from "../../../ui/badges.tsx";
import type { Form } from "../../../ui/form/use-form.ts";
import { defaultControls } from "../kit/kind/controls.tsx";
import { kindScreen } from "../kit/kind/kind-screen.ts";
import { DeliveriesLink, formatDate, Timestamp } from "../kit/resource/parts.tsx";
import { t } from "../text.ts";
import { ChannelConnection } from "./ChannelConnection.tsx";
import { ChannelOperators } from "./ChannelOperators.tsx";
import { ChannelStatus } from "./ChannelStatus.tsx";
import { listFields } from "../kit/setting-field.ts";

/** Settings → Chat API (CH-002, CH-004, CH-110 – CH-113). A new one has four inputs (CH-001). */
export const channelScreen = kindScreen<Channel>()({
  kind: channel,
  prefix: "channel",
  t,
  icon: IconPlugConnected,
  labels: [
    { label: "channel.connection" },
    ...listFields(["channel.inbound", "channel.curl", "channel.secret.new", "channel.secret"], {
      group: "channel.connection",
    }),
    ...listFields(["status.title", "test.title"]),
  ],
  sections: [
    {
      id: "channel",
      fields: [
        "name",
        "endpoint_url",
        "append_public_id",
        "message_changes",
        "media_as",
        "chunked",
      ],
    },
    { fields: ["operators", "bot_available"] },
  ],
  later: ["append_public_id", "message_changes", "media_as", "bot_available"],
  isOfKind: ({ kind }) => kind === "api",
  controls: {
    append_public_id: (props) =>
      defaultControls.flag({
        ...(props as Parameters<typeof defaultControls.flag>[0]),
        hint: t("channel.append_public_id.hint", { place: "{public_id}" }),
      }),
    operators: ({ form, readOnly }) => (
      <ChannelOperators
        form={form as object as Form<{ operators: number[] }>}
        readOnly={readOnly}
      />
    ),
  },
  newValues: ({ id }) => ({ operators: [id] }),
  about: (stored) =>
    stored === null
      ? t("channel.new.about")
      : t("channel.about", { id: stored.public_id, date: formatDate(stored.created_at) }),
  below: (own) => <small className="mono">{own.endpoint_url}</small>,
  columns: () => [
    { head: t("channel.status"), cell: (own) => <StatusTag channel={own} /> },
    { head: t("channel.operators"), className: "num", cell: ({ operators }) => operators.length },
    { head: t("channel.in"), cell: (own) => <Timestamp time={own.last_inbound_at} /> },
    { head: t("channel.out"), cell: (own) => <Timestamp time={own.last_success_at} /> },
  ],
  tools: () => <DeliveriesLink />,
  after: (own) => <ChannelConnection channel={own} />,
  side: (own, { changed }) => <ChannelStatus channel={own} dirty={changed.length > 0} />,
  opensCreated: true,
  polls: true,
});

function StatusTag({ channel: { enabled, status } }: { channel: Channel }) {
  if (!enabled) return <Tag>0 · {t("channel.off")}</Tag>;
  return status === 1 ? (
    <Tag tone="ok">1 · {t("channel.available")}</Tag>
  ) : (
    <Tag tone="warn">0 · {t("channel.nobody")}</Tag>
  );
}
