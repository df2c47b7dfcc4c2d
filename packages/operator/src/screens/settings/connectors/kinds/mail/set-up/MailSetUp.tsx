import type { ConnectionNotice, Operator } from "@parlour/protocol";
import type { FinishedMailSignIn } from "@parlour/protocol/api/operations/oauth";
import { useState } from "react";
import { readsTexts, useCurrentOperator } from "../../../../../../state/session.tsx";
import { Banner } from "../../../../../../ui/badges.tsx";
import { t as page } from "../../../../text.ts";
import { useForm } from "../../../../../../ui/form/use-form.ts";
import { isSignInReturn, startSignIn } from "../sign-in/begin-sign-in.ts";
import { SignInReturn } from "../sign-in/SignInReturn.tsx";
import { AddressStep } from "./AddressStep.tsx";
import { useAddressForm } from "./address-form.ts";
import { restoreDraft, toDraft, type SetUpDraft } from "./draft.ts";
import { SetUpFrame } from "./SetUpFrame.tsx";
import { SignInStep } from "./SignInStep.tsx";
import {
  mapSignInField,
  mustLeave,
  toSignInValues,
  validateSignIn,
  type AddressChoice,
  type SignInValues,
} from "./sign-in-form.ts";
import type { Step } from "./Stepper.tsx";
import { TestStep } from "./TestStep.tsx";
import { t } from "./text.ts";
import "./set-up.css";

/** Where the set-up continues after a sign-in at a provider. */
interface Start extends SetUpDraft {
  readonly problem: ConnectionNotice | null;
}

/**
 * Sets up an email channel in three steps: address, sign-in, test. The channel is created after the
 * test (MAIL-122). `operators`: all of the account.
 */
export function MailSetUp({ operators }: { operators: readonly Operator[] }) {
  const [isReturn, setReturn] = useState(() => isSignInReturn(location.search));
  const [start, setStart] = useState<Start | null>(null);
  const team = operators.filter((operator) => operator.active && operator.answers_chats);
  const leaveReturn = (result: FinishedMailSignIn | null) => {
    const draft = result && restoreDraft(result);
    setStart(draft && { ...draft, problem: result.problem });
    setReturn(false);
  };
  return isReturn ? <SignInReturn onDone={leaveReturn} /> : <Steps team={team} start={start} />;
}

/** The step that is shown, and what was entered in the steps before it. */
function useSteps(start: Start | null) {
  const [step, setStep] = useState<Step>(getFirstStep(start));
  const [draft, setDraft] = useState<SetUpDraft | null>(start);
  const address = useAddressForm(start?.choice ?? null);
  const leaveAddress = (receive: SignInValues["receive"]) => {
    const { found, provider } = address;
    const choice = { address: address.form.values.address.trim(), provider, receive, found };
    if (JSON.stringify(choice) !== JSON.stringify(draft?.choice))
      setDraft({ choice, values: toSignInValues(choice) });
    setStep("sign-in");
  };
  return {
    step,
    setStep,
    draft,
    address,
    leaveAddress,
    leaveSignIn: (choice: AddressChoice, values: SignInValues) => {
      setDraft({ choice, values });
      setStep("test");
    },
    refuseAddress: (message: string) => {
      address.refuse(message);
      setStep("address");
    },
    forward: address.found?.has_receiver === true ? () => leaveAddress("smtp") : null,
  };
}

function getFirstStep(start: Start | null): Step {
  if (start === null) return "address";
  return start.problem === null ? "test" : "sign-in";
}

function Steps({ team, start }: { team: readonly Operator[]; start: Start | null }) {
  const me = useCurrentOperator();
  const { step, setStep, draft, address, forward, ...leave } = useSteps(start);
  const isSignIn = step === "sign-in" && draft !== null;
  return (
    <SetUpFrame
      step={step}
      team={team.length}
      forward={isSignIn && draft.choice.receive === "imap" ? forward : null}
    >
      {/* Roles that see masked texts may not choose where texts go (CON-069). */}
      {!readsTexts(me) && <Banner tone="info">{page("page.readonly")}</Banner>}
      {step === "address" && readsTexts(me) && (
        <AddressStep
          {...address}
          onContinue={() => leave.leaveAddress("imap")}
          onForward={forward}
        />
      )}
      {isSignIn && (
        <SignIn
          draft={draft}
          problem={start?.problem ?? null}
          onBack={() => setStep("address")}
          onDone={(values) => leave.leaveSignIn(draft.choice, values)}
        />
      )}
      {step === "test" && draft !== null && (
        <TestStep
          choice={draft.choice}
          signIn={draft.values}
          operators={team.map(({ id }) => id)}
          onBack={() => setStep("sign-in")}
          onAddress={leave.refuseAddress}
        />
      )}
    </SetUpFrame>
  );
}

function SignIn({
  draft: { choice, values },
  problem,
  onBack,
  onDone,
}: {
  draft: SetUpDraft;
  problem: ConnectionNotice | null;
  onBack: () => void;
  onDone: (values: SignInValues) => void;
}) {
  const form = useForm<SignInValues, { entered: SignInValues } | { url: string }>({
    name: "sign-in",
    subject: t("mailsetup.title"),
    saved: values,
    validate: validateSignIn,
    mapErrorField: mapSignInField,
    save: async (entered) => {
      const { sign_in, user } = entered;
      if (sign_in === "password" || !mustLeave(entered)) return { entered };
      const draft = toDraft({ choice, values: entered });
      return startSignIn({ provider: sign_in, address: user.trim(), draft });
    },
    // While the save runs, the browser would ask before the page is left (CORE-481).
    onSaved: (answer) => ("url" in answer ? location.assign(answer.url) : onDone(answer.entered)),
  });
  return <SignInStep choice={choice} form={form} problem={problem} onBack={onBack} />;
}
