import type { Channel } from "@parlour/protocol";
import { findAddress, isConnectorKind } from "@parlour/protocol/settings/connectors";
import { IconMailForward } from "@tabler/icons-react";
import { useState } from "react";
import { api } from "../../../state/api/api.ts";
import { Banner } from "../../../ui/badges.tsx";
import { Button } from "../../../ui/Button.tsx";
import { toast } from "../../../ui/dialog/toast.tsx";
import { TextField } from "../../../ui/Field.tsx";
import { ErrorMessage } from "../../../ui/loading/ErrorMessage.tsx";
import { useApiMutation } from "../../../ui/mutation.ts";
import { bindField } from "../kit/form/form-fields.tsx";
import { SideCard } from "../kit/form/SettingsSection.tsx";
import { useForm } from "../../../ui/form/use-form.ts";
import { invalidateLists } from "../../../state/api/queries.ts";
import { t } from "./text.ts";

interface AddressCardProps {
  channel: Channel;
  readOnly: boolean;
}

/** Returns whether a channel may not use its address yet. */
export const needsAddressCard = ({ address_state }: Channel): boolean =>
  address_state !== undefined && address_state !== "proved";

/**
 * Says why a channel may not use its address, and proves the address with a code (CON-066,
 * CON-068). Renders nothing if the channel may use it.
 */
export function AddressCard({ channel, readOnly }: AddressCardProps) {
  const { id, kind, settings = {}, address_state } = channel;
  if (!needsAddressCard(channel)) return null;
  const address = (isConnectorKind(kind) && findAddress(kind, settings)) || "";
  if (address_state === "taken")
    return (
      <SideCard id="s-address" title={t("connector.address.taken")}>
        <Banner tone="warn">{t("connector.address.taken.text", { address })}</Banner>
      </SideCard>
    );
  return (
    <SideCard id="s-address" title={t("connector.address.unproved")}>
      <Banner tone="warn">{t("connector.address.unproved.text", { address })}</Banner>
      {!readOnly && <AddressProof id={id} address={address} />}
    </SideCard>
  );
}

function AddressProof({ id, address }: { id: number; address: string }) {
  const [isSent, setSent] = useState(false);
  const { busy, failure, run } = useApiMutation();
  const send = async () => {
    await api.post(`/channels/${id}/address-code`);
    setSent(true);
  };
  return (
    <>
      <Button
        wide
        icon={IconMailForward}
        unavailable={busy}
        variant={isSent ? "quiet" : undefined}
        onClick={() => void run(send)}
      >
        {t(isSent ? "connector.address.again" : "connector.address.send")}
      </Button>
      {failure !== null && <ErrorMessage error={failure} />}
      <p className="t13 soft" aria-live="polite">
        {isSent ? t("connector.address.sent", { address }) : t("connector.address.owner")}
      </p>
      {isSent && <CodeForm id={id} address={address} />}
    </>
  );
}

function CodeForm({ id, address }: { id: number; address: string }) {
  const form = useForm({
    name: "code",
    subject: t("connector.address.code"),
    saved: { code: "" },
    validate: ({ code }) =>
      code.trim() === "" ? { code: t("connector.address.code.missing") } : {},
    mapErrorField: (error) => (error.status === 400 ? "code" : null),
    save: async ({ code }) => {
      await api.post(`/channels/${id}/address-proof`, { code: code.trim() });
      toast(t("connector.address.done", { address }));
      invalidateLists("channels");
    },
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void form.submit();
      }}
      noValidate
    >
      {form.failure !== null && <ErrorMessage error={form.failure} />}
      <TextField
        {...bindField(form, "code")}
        label={t("connector.address.code")}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={20}
        mono
      />
      <Button type="submit" wide variant="primary" unavailable={form.busy}>
        {t("connector.address.prove")}
      </Button>
    </form>
  );
}
