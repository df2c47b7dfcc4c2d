import type { FoundConnection } from "@parlour/protocol/api";
import { useState } from "react";
import { api } from "../../../../../../state/api/api.ts";
import { useForm } from "../../../../../../ui/form/use-form.ts";
import { findProvider, type ProviderId } from "./providers.ts";
import type { AddressChoice } from "./sign-in-form.ts";
import { t } from "./text.ts";

/** The form of the first step, and what the lookup found. `start`: an earlier choice, or null. */
export function useAddressForm(start: AddressChoice | null) {
  const [found, setFound] = useState<{ address: string; answer: FoundConnection } | null>(
    start?.found != null ? { address: start.address, answer: start.found } : null,
  );
  const [chosen, setChosen] = useState<ProviderId | null>(start?.provider ?? null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const form = useForm({
    name: "address",
    subject: t("mailsetup.title"),
    saved: { address: start?.address ?? "" },
    validate: ({ address }) =>
      /^[^\s@]+@[^\s@]+$/.test(address.trim()) ? {} : { address: t("mailsetup.address.missing") },
    mapErrorField: ({ field }) => (field === null ? null : "address"),
    save: async ({ address }) => {
      const answer = await api.post<FoundConnection>("/channels/connection-lookup", {
        kind: "mail",
        address: address.trim(),
      });
      setChosen(null);
      setRefusal(null);
      setFound({ address: address.trim(), answer });
    },
  });
  const isCurrent = found !== null && found.address === form.values.address.trim();
  const answer = isCurrent ? found.answer : null;
  return {
    form,
    found: answer,
    refusal,
    refuse: setRefusal,
    provider: chosen ?? findProvider(answer?.provider ?? null).id,
    choose: setChosen,
  };
}
export type AddressForm = ReturnType<typeof useAddressForm>;
