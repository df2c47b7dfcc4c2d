import type { Forwarding, ForwardingSettings } from "@parlour/protocol/api";
import { IconArrowsLeftRight } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { useChannels } from "../../../state/api/queries.ts";
import { Button } from "../../../ui/Button.tsx";
import { Select, Switch, TextField } from "../../../ui/Field.tsx";
import { Icon } from "../../../ui/Icon.tsx";
import { MutationButton } from "../../../ui/MutationButton.tsx";
import { CopyButton } from "../../../ui/copy/CopyButton.tsx";
import { Confirm } from "../../../ui/dialog/dialog.tsx";
import { runOrToast, useApiMutation } from "../../../ui/mutation.ts";
import { AllowAddressButton } from "../kit/form/AllowAddressButton.tsx";
import { t as shared } from "../text.ts";
import { SideCard } from "../kit/form/SettingsSection.tsx";
import { t } from "./forwarding-text.ts";
import { endForwarding, saveForwarding } from "./use-forwarding.ts";
import { getErrorText } from "../../../ui/loading/ErrorMessage.tsx";
import { ApiError } from "@parlour/client";

/** Starts to forward the messages of a chat API channel (MV-080). */
export function StartForwardingCard() {
  const channels = useChannels().data;
  const [chosen, setChosen] = useState<string | null>(null);
  const [url, setUrl] = useState("");
  const { failure, run, clearFailure } = useApiMutation();
  const channel = chosen ?? String(channels?.[0]?.id ?? "");
  const save = () =>
    run(() => saveForwarding({ channel_id: Number(channel), url: url.trim() })).then(() => {});
  const isPrivate = failure instanceof ApiError && failure.code === "private_address";
  return (
    <section className="card parallelstart" aria-labelledby="forwarding-start">
      <h2 id="forwarding-start">{t("forwarding.title")}</h2>
      <p>{t("forwarding.intro")}</p>
      {channels?.length === 0 ? (
        <p>
          {t("forwarding.nochannel")}{" "}
          <Link to="/settings/$" params={{ _splat: "channels" }}>
            {t("forwarding.nochannel.link")}
          </Link>
        </p>
      ) : (
        <>
          <Select
            label={t("forwarding.channel")}
            options={(channels ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
            value={channel}
            onChange={(event) => setChosen(event.target.value)}
          />
          <TextField
            type="url"
            inputMode="url"
            mono
            spellCheck={false}
            maxLength={2048}
            autoComplete="off"
            label={t("forwarding.url")}
            hint={t("forwarding.url.hint")}
            value={url}
            onChange={(event) => {
              setUrl(event.target.value);
              clearFailure();
            }}
            error={failure === null ? undefined : getErrorText(failure)}
          />
          {isPrivate && <AllowAddressButton url={url} then={save} />}
          <MutationButton mutate={save} unavailable={channel === "" || url.trim() === ""}>
            {t("forwarding.start")}
          </MutationButton>
        </>
      )}
    </section>
  );
}

/** Shows the address for answers of the old system, and who answers. */
export function ForwardingCards({ forwarding }: { readonly forwarding: Forwarding }) {
  const { channel_id, url, operators_answer, chats_ring, answers_url, endpoint_id, managed } =
    forwarding;
  const { busy, run } = useApiMutation();
  const change = (more: Partial<ForwardingSettings>) =>
    void run(() =>
      runOrToast(() => saveForwarding({ channel_id, url, operators_answer, chats_ring, ...more })),
    );
  return (
    <>
      <SideCard id="forwarding-address" title={t("forwarding.card")}>
        <p className="line">
          <Icon of={IconArrowsLeftRight} small />
          <span className="paralleltarget mono t12" dir="ltr">
            {new URL(url).host}
          </span>
        </p>
        <p className="strong">{t("forwarding.answers")}</p>
        <p className="paralleladdress">
          <code dir="ltr">{answers_url}</code>
          <CopyButton text={answers_url} />
        </p>
        <p className="t13">
          <Link
            to="/integrations/$"
            params={{ _splat: "deliveries" }}
            search={{ kind: "old_system", endpoint: endpoint_id } as never}
          >
            {t("forwarding.log")}
          </Link>
        </p>
        {managed ? <p className="t13 faint">{shared("page.managed")}</p> : <EndForwarding />}
      </SideCard>
      <SideCard id="forwarding-who" title={t("forwarding.who")}>
        <Switch
          label={t("forwarding.here")}
          hint={t("forwarding.here.hint")}
          checked={operators_answer}
          disabled={busy || managed}
          onChange={() => change({ operators_answer: !operators_answer })}
        />
        <Switch
          label={t("forwarding.rings")}
          hint={t("forwarding.rings.hint")}
          checked={chats_ring}
          disabled={busy || managed}
          onChange={() => change({ chats_ring: !chats_ring })}
        />
      </SideCard>
    </>
  );
}

function EndForwarding() {
  const [isOpen, setOpen] = useState(false);
  const { busy, run } = useApiMutation();
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t("forwarding.end")}</Button>
      <Confirm
        title={t("forwarding.end.title")}
        open={isOpen}
        button={t("forwarding.end.do")}
        danger
        busy={busy}
        onConfirm={() => void run(() => runOrToast(endForwarding)).then(() => setOpen(false))}
        onClose={() => setOpen(false)}
      >
        <p>{t("forwarding.end.about")}</p>
      </Confirm>
    </>
  );
}
