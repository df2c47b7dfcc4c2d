import type { Channel, Operator } from "@parlour/protocol";
import { IconChevronLeft, IconExternalLink, IconFlask, IconMessageCircle, IconPlugConnectedX } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { api } from "../../state/api.ts";
import { LineBones, useLate } from "../../ui/Bones.tsx";
import { Button } from "../../ui/Button.tsx";
import { CopyButton } from "../../ui/Copy.tsx";
import { Failure } from "../../ui/Failure.tsx";
import { Field } from "../../ui/Field.tsx";
import { Icon } from "../../ui/Icon.tsx";
import { preferences } from "../../state/preferences.ts";
import { curlOf } from "../settings/first-message.ts";
import { Code } from "../settings/widgets/Code.tsx";
import { LabBox } from "./LabBox.tsx";
import { SelfTest } from "./SelfTest.tsx";
import { t } from "./text.ts";
import { useFirstChat } from "./use-first-chat.ts";

interface StepProps {
  me: Operator;
  channelId: number | null;
  secret: string | null;
  onBack: () => void;
  onChannel: (channel: Channel) => void;
}

/** Step 4: waits for the first message and opens its chat; meanwhile the alerts are tried. */
export function WaitStep({ me, channelId, secret, onBack, onChannel }: StepProps) {
  const read = useQuery({
    queryKey: ["channels", channelId],
    queryFn: () => api.get<Channel>(`/channels/${String(channelId)}`),
    enabled: channelId !== null,
  });
  const { data: channel, error, refetch } = read;
  const late = useLate(read.isPending && channelId !== null);
  useEffect(() => {
    if (channel) onChannel(channel);
  }, [channel, onChannel]);
  const first = useFirstChat(me, channel ?? null);
  return (
    <section className="card sheet" aria-labelledby="wait-h">
      <Waiting kind={channelId === null ? null : (channel?.kind ?? "channel")} {...first} />
      {error && <Failure error={error} onRetry={() => void refetch()} />}
      {late && <LineBones lines={2} />}
      {channel?.snippet !== undefined && <Snippet publicId={channel.public_id} snippet={channel.snippet} />}
      {channel?.inbound_url && <Addresses channel={channel} inbound={channel.inbound_url} secret={secret} />}
      <SelfTest />
      <div className="acts">
        <Button variant="quiet" icon={IconChevronLeft} flipIcon onClick={onBack}>
          {t("setup.back")}
        </Button>
        <span className="grow" />
        <Link className="btn quiet" to="/inbox/$view/{-$chat}" params={{ view: "all" }}>
          {t("wait.inbox")}
        </Link>
      </div>
    </section>
  );
}

/** What is waited for, said again when it changes. `kind`: of the channel; null: none was made. */
function Waiting({ kind, found, offline }: { kind: string | null } & Pick<ReturnType<typeof useFirstChat>, "found" | "offline">) {
  const title = t(kind === null ? "wait.nochannel" : found ? "wait.here" : "wait.title");
  const text = t(kind === null ? "wait.nochannel.text" : offline ? "wait.offline" : kind === "widget" ? "wait.text.widget" : "wait.text");
  return (
    <div className="lead" aria-live="polite">
      <span className="pulse">
        <Icon of={kind === null ? IconPlugConnectedX : IconMessageCircle} />
      </span>
      <div>
        <h1 className="t20" id="wait-h" tabIndex={-1}>
          {title}
        </h1>
        <p className="soft">{text}</p>
      </div>
    </div>
  );
}

/** Of a widget: its code, and a page to write from. */
function Snippet({ publicId, snippet }: { publicId: string; snippet: string }) {
  return (
    <>
      <Code label={t("wait.code")} text={snippet} rows={6} />
      <div className="line">
        <a className="btn primary" href={`/widget-test/${publicId}?lang=${preferences().locale}`} target="_blank" rel="noreferrer">
          <Icon of={IconExternalLink} /> {t("wait.test")}
        </a>
      </div>
    </>
  );
}

/** Of a chat API channel: where to write, and the lab, which writes. */
function Addresses({ channel, inbound, secret }: { channel: Channel; inbound: string; secret: string | null }) {
  const [lab, setLab] = useState(false);
  return (
    <>
      <CopyRow label={t("wait.inbound")} value={inbound} />
      {secret !== null && <CopyRow label={t("wait.secret")} value={secret} hint={t("wait.secret.hint")} />}
      <div className="line">
        <Button variant={lab ? undefined : "primary"} icon={IconFlask} aria-expanded={lab} onClick={() => setLab(!lab)}>
          {t("wait.lab")}
        </Button>
        <CopyButton text={curlOf(inbound)} label={t("wait.curl")} />
      </div>
      {lab && <LabBox channel={channel} secret={secret} />}
    </>
  );
}

function CopyRow({ label, value, hint }: { label: string; value: string; hint?: string }) {
  return (
    <Field label={label} {...(hint !== undefined && { hint })}>
      {(ids) => (
        <div className="copyrow">
          <input {...ids} className="input" readOnly value={value} onFocus={(event) => event.target.select()} />
          <CopyButton text={value} />
        </div>
      )}
    </Field>
  );
}
