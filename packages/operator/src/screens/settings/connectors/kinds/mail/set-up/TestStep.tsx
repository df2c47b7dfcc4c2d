import { ApiError } from "@parlour/client";
import type { Channel } from "@parlour/protocol";
import type { ConnectionTest } from "@parlour/protocol/api";
import { useState } from "react";
import { api } from "../../../../../../state/api/api.ts";
import { Banner } from "../../../../../../ui/badges.tsx";
import { Button } from "../../../../../../ui/Button.tsx";
import { ErrorMessage } from "../../../../../../ui/loading/ErrorMessage.tsx";
import { useApiMutation, useNavigateIfStill } from "../../../../../../ui/mutation.ts";
import { useOnce } from "../../../../../../ui/loading/use-once.ts";
import { createResource } from "../../../../kit/resource/resource.ts";
import { describeConnection } from "../../../connection-notice.ts";
import { storeTest } from "../../../last-test.ts";
import { findProvider } from "./providers.ts";
import { toSettings, type AddressChoice, type SignInValues } from "./sign-in-form.ts";
import { StepHeading } from "./StepHeading.tsx";
import { readOutcome, type TestOutcome } from "./test-outcome.ts";
import { Running, TestResults } from "./TestResults.tsx";
import { t } from "./text.ts";

interface TestStepProps {
  choice: AddressChoice;
  signIn: SignInValues;
  /** Everybody who answers chats. They get the channel. */
  operators: readonly number[];
  onBack: () => void;
  /** Goes back to the address, which the server refused. */
  onAddress: (message: string) => void;
}

/** Step 3: an email goes out and comes back. Only then is the channel created. */
export function TestStep(props: TestStepProps) {
  const { choice, signIn, onBack, onAddress } = props;
  const [result, setResult] = useState<ConnectionTest | null>(null);
  const { busy, failure, run } = useApiMutation();
  const creation = useApiMutation();
  const create = useCreate(props, result);
  const settings = toSettings(choice.address, signIn);
  const handleFailure = (error: unknown): boolean => {
    const isOfAddress = error instanceof ApiError && error.field === "settings.address";
    if (isOfAddress) onAddress(error.message);
    return isOfAddress;
  };
  const test = () =>
    run(async () => {
      setResult(null);
      await api
        .post<ConnectionTest>("/channels/connection-test", { kind: "mail", settings })
        .then(setResult)
        .catch((error: unknown) => {
          if (!handleFailure(error)) throw error;
        });
    });
  useOnce(() => void test());
  const outcome = result === null ? null : readOutcome(result, signIn.receive);
  return (
    <div className="stack16">
      <StepHeading
        title={t("mailsetup.test.title", { address: choice.address })}
        about={t("mailsetup.test.text")}
        takesFocus
      />
      <div aria-live="polite" className="stack16">
        {busy && <Running />}
        {outcome !== null && (
          <TestResults
            outcome={outcome}
            address={choice.address}
            user={signIn.sign_in === "password" ? null : signIn.user.trim()}
          />
        )}
      </div>
      {outcome?.failed != null && <Problem {...props} outcome={outcome} onTest={test} />}
      {failure !== null && <ErrorMessage error={failure} onRetry={() => void test()} />}
      {creation.failure !== null && <ErrorMessage error={creation.failure} />}
      <div className="line wrap">
        <Button
          variant="primary"
          unavailable={busy || creation.busy || outcome?.isReady !== true}
          onClick={() =>
            void creation.run(() =>
              create().catch((error: unknown) => {
                if (!handleFailure(error)) throw error;
              }),
            )
          }
        >
          {t("mailsetup.create")}
        </Button>
        <Button variant="quiet" unavailable={creation.busy} onClick={onBack}>
          {t("mailsetup.back")}
        </Button>
        {outcome?.mayCreate === true && !outcome.isReady && (
          <Button
            variant="quiet"
            unavailable={creation.busy}
            onClick={() => void creation.run(create)}
          >
            {t("mailsetup.create.anyway")}
          </Button>
        )}
      </div>
    </div>
  );
}

/** Returns a function that creates the channel and opens its page, which shows the test. */
function useCreate(
  { choice: { address }, signIn, operators }: TestStepProps,
  test: ConnectionTest | null,
): () => Promise<void> {
  const rememberPage = useNavigateIfStill();
  return async () => {
    const navigateIfStill = rememberPage();
    const channel = await createResource<Channel>("channels", {
      kind: "mail",
      name: address.slice(0, 100),
      operators: [...operators],
      settings: toSettings(address, signIn),
    });
    if (test !== null) storeTest(channel.id, test);
    await navigateIfStill({
      to: "/settings/$",
      params: { _splat: `connectors/${channel.id}` },
      ignoreBlocker: true,
    });
  };
}

/** What went wrong in the words of the server, and what helps with this provider. */
function Problem({
  choice,
  signIn,
  outcome: { failed, isSignInRefused, isSent, reply },
  onBack,
  onTest,
}: TestStepProps & { outcome: TestOutcome; onTest: () => Promise<unknown> }) {
  if (failed === null) return null;
  const provider = findProvider(choice.provider);
  const retryButton = (
    <Button small onClick={() => void onTest()}>
      {t("mailsetup.test.again")}
    </Button>
  );
  const hasPassword = signIn.sign_in === "password";
  if (isSignInRefused && hasPassword)
    return (
      <Banner tone="bad">
        <b>
          {provider.id === "other"
            ? t("mailsetup.refused.server")
            : t("mailsetup.refused", { provider: provider.name() })}
        </b>{" "}
        {reply !== "" && t("mailsetup.answered", { reply })}{" "}
        {provider.advice?.() ?? t("mailsetup.refused.other")}{" "}
        <Button variant="text" onClick={onBack}>
          {t("mailsetup.change")}
        </Button>
      </Banner>
    );
  if (isSent && failed.code.startsWith("missing_"))
    return (
      <Banner tone="warn" action={retryButton}>
        <b>{t("mailsetup.lost", { seconds: failed.values["seconds"] ?? "" })}</b>{" "}
        {t("mailsetup.lost.text")}
      </Banner>
    );
  return (
    <Banner tone={failed.code === "address_unproved" ? "info" : "bad"} action={retryButton}>
      {failed.code === "address_unproved"
        ? t("mailsetup.proof", { address: choice.address })
        : describeConnection("mail", failed)}{" "}
      {reply !== "" && failed.code.startsWith("smtp.") && t("mailsetup.answered", { reply })}{" "}
      {failed.code !== "address_unproved" && (
        <Button variant="text" onClick={onBack}>
          {t(hasPassword ? "mailsetup.change.servers" : "mailsetup.change.signin")}
        </Button>
      )}
    </Banner>
  );
}
