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

/** Step 4: waits for the first message and opens its chat; meanwhile the alerts are tried. */
export function WaitStep({
  me,
  channelId,
  secret,
  onBack,
  onChannel,
}: {
  me: Operator;
  channelId: number | null;
  secret: string | null;
  onBack: () => void;
  onChannel: (channel: Channel) => void;
}) {
  const [lab, setLab] = useState(false);
  const {
    data: channel,
    error,
    refetch,
    isPending,
  } = useQuery({
    queryKey: ["channels", channelId],
    queryFn: () => api.get<Channel>(`/channels/${String(channelId)}`),
    enabled: channelId !== null,
  });
  const late = useLate(isPending && channelId !== null);
  useEffect(() => {
    if (channel) onChannel(channel);
  }, [channel, onChannel]);
  const first = useFirstChat(me, channel ?? null);

  return (
    <section className="card sheet" aria-labelledby="wait-h">
      <div className="lead" aria-live="polite">
        <span className="pulse">
          <Icon of={channelId === null ? IconPlugConnectedX : IconMessageCircle} />
        </span>
        <div>
          <h1 className="t20" id="wait-h" tabIndex={-1}>
            {channelId === null ? t("wait.nochannel") : first.found ? t("wait.here") : t("wait.title")}
          </h1>
          <p className="soft">
            {channelId === null
              ? t("wait.nochannel.text")
              : first.offline
                ? t("wait.offline")
                : t(channel?.kind === "widget" ? "wait.text.widget" : "wait.text")}
          </p>
        </div>
      </div>
      {error && <Failure error={error} onRetry={() => void refetch()} />}
      {late && <LineBones lines={2} />}
      {channel?.snippet !== undefined && (
        <>
          <Code label={t("wait.code")} text={channel.snippet} rows={6} />
          <div className="line">
            <a
              className="btn primary"
              href={`/widget-test/${channel.public_id}?lang=${preferences().locale}`}
              target="_blank"
              rel="noreferrer"
            >
              <Icon of={IconExternalLink} /> {t("wait.test")}
            </a>
          </div>
        </>
      )}
      {channel?.inbound_url && (
        <>
          <CopyRow label={t("wait.inbound")} value={channel.inbound_url} />
          {secret !== null && <CopyRow label={t("wait.secret")} value={secret} hint={t("wait.secret.hint")} />}
          <div className="line">
            <Button variant={lab ? undefined : "primary"} icon={IconFlask} aria-expanded={lab} onClick={() => setLab(!lab)}>
              {t("wait.lab")}
            </Button>
            <CopyButton text={curlOf(channel.inbound_url)} label={t("wait.curl")} />
          </div>
          {lab && <LabBox channel={channel} secret={secret} />}
        </>
      )}
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
