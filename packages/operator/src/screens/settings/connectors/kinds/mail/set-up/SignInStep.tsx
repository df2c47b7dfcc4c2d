import type { ConnectionNotice } from "@parlour/protocol";
import { IconExternalLink, IconRefresh } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useCurrentOperator } from "../../../../../../state/session.tsx";
import { Banner } from "../../../../../../ui/badges.tsx";
import { Button } from "../../../../../../ui/Button.tsx";
import { TextField } from "../../../../../../ui/Field.tsx";
import { Icon } from "../../../../../../ui/Icon.tsx";
import { ErrorMessage } from "../../../../../../ui/loading/ErrorMessage.tsx";
import { bindField } from "../../../../kit/form/form-fields.tsx";
import { describeConnection } from "../../../connection-notice.ts";
import { findProvider, type Provider } from "./providers.ts";
import { Servers } from "./Servers.tsx";
import {
  findOffer,
  mustLeave,
  needsClient,
  needsSignIn,
  type AddressChoice,
  type SignInForm,
} from "./sign-in-form.ts";
import { StepHeading } from "./StepHeading.tsx";
import { t } from "./text.ts";

interface SignInStepProps {
  choice: AddressChoice;
  form: SignInForm;
  /** Why the sign-in at the provider failed, or null. */
  problem: ConnectionNotice | null;
  onBack: () => void;
}

/** Step 2: how to sign in, and the servers, which are known in most cases. */
export function SignInStep(props: SignInStepProps) {
  const { choice, form, onBack } = props;
  const provider = findProvider(choice.provider);
  const { address, receive } = choice;
  const title = getTitle(choice, provider);
  const isBlocked = needsClient(choice);
  return (
    <form
      className="stack16"
      aria-label={title}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void form.submit();
      }}
    >
      <StepHeading
        title={title}
        about={t("mailsetup.signin.for", { address })}
        takesFocus={isBlocked || form.values.sign_in !== "password" || !needsSignIn(form.values)}
      />
      {form.failure !== null && <ErrorMessage error={form.failure} />}
      {isBlocked ? <MissingClient /> : <Credentials {...props} provider={provider} />}
      {receive === "imap" && !isBlocked && <p className="hint">{t("mailsetup.new")}</p>}
      <div className="line wrap">
        {!isBlocked && (
          <Button type="submit" variant="primary" unavailable={form.busy}>
            {getButtonText(props)}
          </Button>
        )}
        <Button variant="quiet" onClick={onBack}>
          {t("mailsetup.back")}
        </Button>
      </div>
    </form>
  );
}

function getTitle({ receive }: AddressChoice, provider: Provider): string {
  if (receive === "smtp") return t("mailsetup.smtp.title");
  return provider.id === "other"
    ? t("mailsetup.signin.other")
    : t("mailsetup.signin.title", { provider: provider.name() });
}

function getButtonText({ choice, form: { values }, problem }: SignInStepProps): string {
  if (mustLeave(values))
    return problem === null
      ? t("mailsetup.oauth", { provider: findOffer(choice)?.name ?? "" })
      : t("mailsetup.oauth.try");
  return t(choice.receive === "imap" ? "mailsetup.test" : "mailsetup.test.send");
}

/** What the owner of the installation must do before anybody can sign in at Microsoft. */
function MissingClient() {
  const isInstallationOwner = useCurrentOperator().instance_owner;
  return (
    <Banner
      tone="info"
      action={
        isInstallationOwner && (
          <Link className="btn small" to="/settings/$" params={{ _splat: "mail" }}>
            {t("mailsetup.client.open")}
          </Link>
        )
      }
    >
      {t("mailsetup.advice.microsoft")}
    </Banner>
  );
}

function Credentials(props: SignInStepProps & { provider: Provider }) {
  const { choice, form, provider } = props;
  const { address, receive, found } = choice;
  const { values } = form;
  const usesInstallation = receive === "smtp" || values.send === "installation";
  return (
    <>
      {receive === "smtp" ? (
        <p className="t13">{t("mailsetup.smtp.text")}</p>
      ) : (
        values.sign_in === "password" && <Advice provider={provider} />
      )}
      {usesInstallation && found?.needs_proof === true && (
        <Banner tone="info">{t("mailsetup.proof", { address })}</Banner>
      )}
      {values.sign_in !== "password" && <ProviderSignIn {...props} />}
      {needsSignIn(values) && (
        <div className="f2">
          <TextField
            {...bindField(form, "user")}
            label={t("mailsetup.user")}
            autoComplete="off"
            spellCheck={false}
            maxLength={320}
          />
          {values.sign_in === "password" && (
            <TextField
              {...bindField(form, "password")}
              // oxlint-disable-next-line jsx-a11y/no-autofocus -- The first empty field of the step.
              autoFocus
              type="password"
              label={t(
                receive === "imap" && provider.url !== undefined
                  ? "mailsetup.app_password"
                  : "mailsetup.password",
              )}
              hint={t("mailsetup.password.hint")}
              autoComplete="new-password"
              maxLength={1000}
            />
          )}
        </div>
      )}
      <OtherWay choice={choice} form={form} />
      <Servers choice={choice} form={form} />
    </>
  );
}

/** Says where somebody signs in, or that they did, or why it failed. */
function ProviderSignIn({ choice, form, problem }: SignInStepProps) {
  const provider = findOffer(choice)?.name ?? "";
  if (problem !== null && mustLeave(form.values))
    return <Banner tone="bad">{describeConnection("mail", problem)}</Banner>;
  if (mustLeave(form.values))
    return <Banner tone="info">{t("mailsetup.oauth.text", { provider })}</Banner>;
  return (
    <Banner
      tone="ok"
      action={
        <Button small icon={IconRefresh} onClick={() => form.set("grant", "")}>
          {t("mailsetup.oauth.change")}
        </Button>
      }
    >
      {t("mailsetup.oauth.done", { provider })}
    </Banner>
  );
}

/** Changes between the sign-in at the provider and a password. Microsoft accepts no password. */
function OtherWay({ choice, form }: { choice: AddressChoice; form: SignInForm }) {
  const offer = findOffer(choice);
  if (offer === null || offer.provider === "microsoft") return null;
  const isPassword = form.values.sign_in === "password";
  return (
    <p>
      <Button
        variant="text"
        onClick={() => form.set("sign_in", isPassword ? offer.provider : "password")}
      >
        {isPassword
          ? t("mailsetup.oauth", { provider: offer.name })
          : t(offer.provider === "google" ? "mailsetup.by_app_password" : "mailsetup.by_password")}
      </Button>
    </p>
  );
}

function Advice({ provider }: { provider: Provider }) {
  if (provider.advice === undefined) return null;
  return (
    <Banner
      tone="info"
      action={
        provider.url !== undefined && (
          <a className="btn small" href={provider.url} target="_blank" rel="noreferrer">
            <Icon of={IconExternalLink} small /> {t("mailsetup.app_password.create")}
          </a>
        )
      }
    >
      {provider.advice()}
    </Banner>
  );
}
