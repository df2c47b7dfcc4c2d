import type { Operator } from "@parlour/protocol";
import { IconClock, IconCornerUpRight, IconShieldCheck, IconUsers } from "@tabler/icons-react";
import { useState } from "react";
import { can, useCurrentOperator } from "../../../../../../state/session.tsx";
import { Banner } from "../../../../../../ui/badges.tsx";
import { Button } from "../../../../../../ui/Button.tsx";
import { Icon } from "../../../../../../ui/Icon.tsx";
import { t as page } from "../../../../text.ts";
import { PageHeader } from "../../../../kit/form/PageHeader.tsx";
import { SideCard } from "../../../../kit/form/SettingsSection.tsx";
import { useForm } from "../../../../kit/form/use-form.ts";
import { AddressStep } from "./AddressStep.tsx";
import { useAddressForm } from "./address-form.ts";
import { SignInStep } from "./SignInStep.tsx";
import {
  mapSignInField,
  toSignInValues,
  validateSignIn,
  type AddressChoice,
  type SignInValues,
} from "./sign-in-form.ts";
import { Stepper, type Step } from "./Stepper.tsx";
import { TestStep } from "./TestStep.tsx";
import { t } from "./text.ts";
import "./set-up.css";

/**
 * Sets up an email channel in three steps: address, sign-in, test. The channel is created after the
 * test (MAIL-122). `operators`: all of the account.
 */
export function MailSetUp({ operators }: { operators: readonly Operator[] }) {
  const me = useCurrentOperator();
  const [step, setStep] = useState<Step>("address");
  const [choice, setChoice] = useState<AddressChoice | null>(null);
  const [signIn, setSignIn] = useState<SignInValues | null>(null);
  const address = useAddressForm();
  const team = operators.filter((operator) => operator.active && can(operator, "chat"));
  const leaveAddress = (receive: SignInValues["receive"]) => {
    const { found, provider } = address;
    const next = { address: address.form.values.address.trim(), provider, receive, found };
    if (JSON.stringify(next) !== JSON.stringify(choice)) {
      setChoice(next);
      setSignIn(toSignInValues(next));
    }
    setStep("sign-in");
  };
  const forward = address.found?.has_receiver === true ? () => leaveAddress("smtp") : null;
  return (
    <div className="formpage">
      <PageHeader title={t("mailsetup.title")} about={t("mailsetup.about")} back="connectors" />
      <div className="body">
        <div className="cols">
          <div className="card mail-setup">
            <Stepper step={step} />
            {/* Roles that see masked texts may not choose where texts go (CON-069). */}
            {!can(me, "addresses") && <Banner tone="info">{page("page.readonly")}</Banner>}
            {step === "address" && can(me, "addresses") && (
              <AddressStep
                {...address}
                onContinue={() => leaveAddress("imap")}
                onForward={forward}
              />
            )}
            {step === "sign-in" && choice !== null && signIn !== null && (
              <SignIn
                choice={choice}
                values={signIn}
                onBack={() => setStep("address")}
                onDone={(values) => {
                  setSignIn(values);
                  setStep("test");
                }}
              />
            )}
            {step === "test" && choice !== null && signIn !== null && (
              <TestStep
                choice={choice}
                signIn={signIn}
                operators={team.map(({ id }) => id)}
                onBack={() => setStep("sign-in")}
                onAddress={(message) => {
                  address.refuse(message);
                  setStep("address");
                }}
              />
            )}
          </div>
          <aside className="side" aria-label={t("mailsetup.know")}>
            <GoodToKnow
              team={team.length}
              forward={step === "sign-in" && signIn?.receive === "imap" ? forward : null}
            />
          </aside>
        </div>
      </div>
    </div>
  );
}

function SignIn({
  choice,
  values,
  onBack,
  onDone,
}: {
  choice: AddressChoice;
  values: SignInValues;
  onBack: () => void;
  onDone: (values: SignInValues) => void;
}) {
  const form = useForm<SignInValues>({
    saved: values,
    validate: validateSignIn,
    mapErrorField: mapSignInField,
    save: (entered) => {
      onDone(entered);
      return Promise.resolve();
    },
  });
  return <SignInStep choice={choice} form={form} onBack={onBack} />;
}

function GoodToKnow({ team, forward }: { team: number; forward: (() => void) | null }) {
  return (
    <SideCard id="s-know" title={t("mailsetup.know")}>
      <ul className="why">
        <li>
          <Icon of={IconClock} small /> {t("mailsetup.know.time")}
        </li>
        <li>
          <Icon of={IconShieldCheck} small /> {t("mailsetup.know.nothing")}
        </li>
        <li>
          <Icon of={IconUsers} small /> {t("mailsetup.know.team", { n: team })}
        </li>
        {forward !== null && (
          <li>
            <Icon of={IconCornerUpRight} small flip />
            <span>
              {t("mailsetup.know.forward")}{" "}
              <Button variant="text" onClick={forward}>
                {t("mailsetup.forward")}
              </Button>
            </span>
          </li>
        )}
      </ul>
    </SideCard>
  );
}
