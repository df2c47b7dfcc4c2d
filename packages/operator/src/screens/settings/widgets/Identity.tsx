import type { Channel } from "@parlour/protocol";
import type { IdentitySecret } from "@parlour/protocol/api";
import { IconKey, IconRefresh } from "@tabler/icons-react";
import { useState } from "react";
import { api, queries } from "../../../state/api.ts";
import { Button } from "../../../ui/Button.tsx";
import { orSay, useDeed } from "../../../ui/deed.ts";
import { Confirm } from "../../../ui/dialog.tsx";
import { Tag } from "../../../ui/marks.tsx";
import { stale } from "../data.ts";
import { Group } from "../Group.tsx";
import { ShownOnce } from "../parts.tsx";
import { t } from "./text.ts";

/**
 * Manages the secret of signed identity (WG-047): create, show once, rotate, disable. Each action
 * takes effect at once, independently of the form.
 */
export function Identity({ channel }: { channel: Channel }) {
  const [asking, setAsking] = useState<"rotate" | "end" | null>(null);
  const { secret, setSecret, busy, make, end } = useIdentity(channel.id);
  const isOn = channel.has_identity_secret === true;
  const title = (
    <>
      {t("identity.group")}
      {isOn && <Tag tone="ok">HS256</Tag>}
    </>
  );
  const confirm = async () => {
    await (asking === "end" ? end() : make());
    setAsking(null);
  };
  return (
    <Group id="g-identity" title={title}>
      <p className="hint">{t("identity.about")}</p>
      <p className="t13">{t(isOn ? "identity.on" : "identity.off")}</p>
      {secret !== null && <Fresh secret={secret} onClose={() => setSecret(null)} />}
      {!channel.managed && <Buttons isOn={isOn} busy={busy} onMake={() => void make()} onAsk={setAsking} />}
      <Ask what={asking} busy={busy} onClose={() => setAsking(null)} onConfirm={() => void confirm()} />
    </Group>
  );
}

/** Returns the secret while it may be shown, and the actions on it. */
function useIdentity(id: number) {
  const [secret, setSecret] = useState<string | null>(null);
  const { busy, run } = useDeed();
  const path = `/channels/${id}/identity-secret`;
  const put = (fresh: string | null): void => {
    setSecret(fresh);
    queries.setQueryData<Channel>(["channels", id], (before) => before && { ...before, has_identity_secret: fresh !== null });
    stale("channels");
  };
  const make = () => run(() => orSay(async () => put((await api.post<IdentitySecret>(path, {})).identity_secret)));
  const end = () => run(() => orSay(() => api.delete(path).then(() => put(null))));
  return { secret, setSecret, busy, make, end };
}

function Fresh({ secret, onClose }: { secret: string; onClose: () => void }) {
  return <ShownOnce label={t("identity.secret")} value={secret} hint={t("identity.once")} close={t("identity.close")} onClose={onClose} />;
}

interface ButtonsProps {
  isOn: boolean;
  busy: boolean;
  onMake: () => void;
  onAsk: (what: "rotate" | "end") => void;
}

function Buttons({ isOn, busy, onMake, onAsk }: ButtonsProps) {
  return (
    <p className="line">
      {isOn ? (
        <>
          <Button icon={IconRefresh} unavailable={busy} onClick={() => onAsk("rotate")}>
            {t("identity.rotate")}
          </Button>
          <Button variant="quiet" unavailable={busy} onClick={() => onAsk("end")}>
            {t("identity.end")}
          </Button>
        </>
      ) : (
        <Button icon={IconKey} unavailable={busy} onClick={onMake}>
          {t("identity.make")}
        </Button>
      )}
    </p>
  );
}

interface AskProps {
  what: "rotate" | "end" | null;
  busy: boolean;
  onClose: () => void;
  onConfirm: () => void;
}

function Ask({ what, ...asked }: AskProps) {
  const words = what === "end" ? "identity.end" : "identity.rotate";
  return (
    <Confirm title={t(`${words}.title`)} verb={t(words)} open={what !== null} {...asked}>
      <p>{t(`${words}.text`)}</p>
    </Confirm>
  );
}
