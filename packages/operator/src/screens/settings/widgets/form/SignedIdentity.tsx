import type { Channel } from "@parlour/protocol";
import type { IdentitySecret } from "@parlour/protocol/api";
import { IconKey, IconRefresh } from "@tabler/icons-react";
import { useState } from "react";
import { api, queryClient } from "../../../../state/api/api.ts";
import { readsTexts, useCurrentOperator } from "../../../../state/session.tsx";
import { Button } from "../../../../ui/Button.tsx";
import { runOrToast, useApiMutation } from "../../../../ui/mutation.ts";
import { Confirm } from "../../../../ui/dialog/dialog.tsx";
import { Tag } from "../../../../ui/badges.tsx";
import { invalidateLists } from "../../../../state/api/queries.ts";
import { SettingsSection } from "../../kit/form/SettingsSection.tsx";
import { OneTimeSecret } from "../../kit/resource/parts.tsx";
import { t } from "../text.ts";

/**
 * Manages the secret of signed identity (WG-047): create, show once, rotate, disable. Each action
 * takes effect immediately and is independent of the form.
 */
export function SignedIdentity({ channel }: { channel: Channel }) {
  const [pendingChange, setPendingChange] = useState<"rotate" | "end" | null>(null);
  const { secret, setSecret, busy, make, end } = useIdentitySecret(channel.id);
  const canReadTexts = readsTexts(useCurrentOperator());
  const isOn = channel.has_identity_secret === true;
  const title = (
    <>
      {t("identity.group")}
      {isOn && <Tag tone="ok">HS256</Tag>}
    </>
  );
  const confirm = async () => {
    await (pendingChange === "end" ? end() : make());
    setPendingChange(null);
  };
  return (
    <SettingsSection id="g-identity" title={title}>
      <p className="hint">{t("identity.about")}</p>
      <p className="t13">{t(isOn ? "identity.on" : "identity.off")}</p>
      {secret !== null && <NewSecret secret={secret} onClose={() => setSecret(null)} />}
      {!channel.managed && !canReadTexts && <p className="hint">{t("identity.handover")}</p>}
      {!channel.managed && canReadTexts && (
        <IdentityButtons
          isOn={isOn}
          busy={busy}
          onMake={() => void make()}
          onAsk={setPendingChange}
        />
      )}
      <ConfirmChange
        change={pendingChange}
        busy={busy}
        onClose={() => setPendingChange(null)}
        onConfirm={() => void confirm()}
      />
    </SettingsSection>
  );
}

/** Returns the secret while it can be shown, and the actions on it. */
function useIdentitySecret(id: number) {
  const [secret, setSecret] = useState<string | null>(null);
  const { busy, run } = useApiMutation();
  const path = `/channels/${id}/identity-secret`;
  const setNewSecret = (newSecret: string | null): void => {
    setSecret(newSecret);
    queryClient.setQueryData<Channel>(
      ["channels", id],
      (channel) => channel && { ...channel, has_identity_secret: newSecret !== null },
    );
    invalidateLists("channels");
  };
  const make = () =>
    run(() =>
      runOrToast(async () =>
        setNewSecret((await api.post<IdentitySecret>(path, {})).identity_secret),
      ),
    );
  const end = () => run(() => runOrToast(() => api.delete(path).then(() => setNewSecret(null))));
  return { secret, setSecret, busy, make, end };
}

function NewSecret({ secret, onClose }: { secret: string; onClose: () => void }) {
  return (
    <OneTimeSecret
      label={t("identity.secret")}
      value={secret}
      hint={t("identity.once")}
      close={t("identity.close")}
      onClose={onClose}
    />
  );
}

interface IdentityButtonsProps {
  isOn: boolean;
  busy: boolean;
  onMake: () => void;
  onAsk: (change: "rotate" | "end") => void;
}

function IdentityButtons({ isOn, busy, onMake, onAsk }: IdentityButtonsProps) {
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

interface ConfirmChangeProps {
  change: "rotate" | "end" | null;
  busy: boolean;
  onClose: () => void;
  onConfirm: () => void;
}

function ConfirmChange({ change, ...dialogProps }: ConfirmChangeProps) {
  const id = change === "end" ? "identity.end" : "identity.rotate";
  return (
    <Confirm title={t(`${id}.title`)} button={t(id)} open={change !== null} {...dialogProps}>
      <p>{t(`${id}.text`)}</p>
    </Confirm>
  );
}
