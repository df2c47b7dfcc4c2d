import { useEffect, useRef } from "react";
import { Button } from "../../../../../../ui/Button.tsx";
import { TextField } from "../../../../../../ui/Field.tsx";
import { ErrorMessage } from "../../../../../../ui/loading/ErrorMessage.tsx";
import { bindField } from "../../../../kit/form/form-fields.tsx";
import type { AddressForm } from "./address-form.ts";
import { findOffer } from "./sign-in-form.ts";
import { providers, type Provider } from "./providers.ts";
import { t } from "./text.ts";

interface AddressStepProps extends AddressForm {
  onContinue: () => void;
  /** Continues without a mailbox. Null if the installation does not receive by SMTP. */
  onForward: (() => void) | null;
}

/** Step 1: the address, and the provider that was found for it. */
export function AddressStep(props: AddressStepProps) {
  const { form, found, refusal, provider, choose, onContinue, onForward } = props;
  const address = bindField(form, "address");
  const domain = form.values.address.trim().split("@").at(-1) ?? "";
  return (
    <form
      className="stack16"
      aria-label={t("mailsetup.title")}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (found === null) void form.submit();
        else onContinue();
      }}
    >
      {form.failure !== null && <ErrorMessage error={form.failure} />}
      <TextField
        {...address}
        error={address.error ?? refusal ?? undefined}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- The first field of the page with the form.
        autoFocus
        type="email"
        label={t("mailsetup.address")}
        hint={t("mailsetup.address.hint")}
        autoComplete="off"
        spellCheck={false}
        maxLength={254}
      />
      {found === null ? (
        <div className="line">
          <Button type="submit" variant="primary" unavailable={form.busy}>
            {t(form.busy ? "mailsetup.finding" : "mailsetup.find")}
          </Button>
        </div>
      ) : (
        <>
          <fieldset className="field provs-field">
            <legend>{t("mailsetup.provider")}</legend>
            {found.source === null && (
              <p className="hint">{t("mailsetup.found.none", { domain })}</p>
            )}
            <div className="provs">
              {providers.map((one) => (
                <ProviderButton
                  key={one.id}
                  provider={one}
                  signIn={
                    findOffer({
                      address: form.values.address,
                      provider: one.id,
                      receive: "imap",
                      found,
                    })?.name ?? null
                  }
                  isChosen={one.id === provider}
                  foundFor={
                    found.source !== null && (found.provider ?? "other") === one.id ? domain : null
                  }
                  onChoose={() => choose(one.id)}
                />
              ))}
            </div>
          </fieldset>
          <div className="line wrap">
            <Button type="submit" variant="primary">
              {t("mailsetup.continue")}
            </Button>
            {onForward !== null && (
              <Button variant="quiet" onClick={onForward}>
                {t("mailsetup.forward")}
              </Button>
            )}
          </div>
        </>
      )}
    </form>
  );
}

/** Enter on the provider that is chosen continues, as in a field. */
function ProviderButton({
  provider,
  signIn,
  isChosen,
  foundFor,
  onChoose,
}: {
  provider: Provider;
  /** Name under which people can sign in at the provider, or null. */
  signIn: string | null;
  isChosen: boolean;
  /** Domain for which the provider was found, or null. */
  foundFor: string | null;
  onChoose: () => void;
}) {
  const button = useRef<HTMLButtonElement>(null);
  const isFound = useRef(isChosen);
  useEffect(() => {
    // The button of the lookup, which had the focus, is gone.
    if (isFound.current) button.current?.focus();
  }, []);
  return (
    <button
      ref={button}
      type="button"
      className="prov"
      aria-pressed={isChosen}
      onClick={onChoose}
      onKeyDown={(event) => {
        if (event.key !== "Enter" || !isChosen) return;
        event.preventDefault();
        event.currentTarget.form?.requestSubmit();
      }}
    >
      <b>{provider.name()}</b>
      <small>
        {foundFor !== null
          ? t("mailsetup.found", { domain: foundFor })
          : signIn !== null && provider.id !== "other"
            ? t("mailsetup.oauth", { provider: signIn })
            : provider.about()}
      </small>
    </button>
  );
}
