/** A field of a form on the lab's page. A file arrives as `LabFile`, all others as text. */
export interface FormField {
  readonly name: string;
  readonly label: string;
  readonly type: "text" | "lines" | "file";
  readonly initial?: string;
}
export interface LabFile {
  readonly name: string;
  readonly type: string;
  readonly bytes: Buffer;
}
/** Values of a submitted form. A missing text is "". */
export interface FormValues {
  text(name: string): string;
  file(name: string): LabFile | null;
}
/** Result of an action: null, or one sentence about the error. */
export type Fault = string | null;

/** What a customer can do at a service, as a form of the page. */
export interface CustomerAction {
  readonly name: string;
  readonly label: string;
  readonly fields: readonly FormField[];
  readonly run: (values: FormValues) => Promise<Fault> | Fault;
}
/** A fault of the service that the page switches on and off. */
export interface FaultSwitch {
  readonly name: string;
  readonly label: string;
  readonly hint: string;
}
/** A message of a customer, or of Parlour, as the page shows it. */
export interface PanelMessage {
  /** Id of the message at the service. */
  readonly key: string;
  readonly from: "customer" | "parlour";
  readonly customer: string;
  /** Subject of a mail, else "". */
  readonly title: string;
  readonly text: string;
  /** Kind, files and states of the message, each in a few words. */
  readonly tags: readonly string[];
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Buttons below the message. `value` is the argument of `press`. */
  readonly buttons: readonly { readonly label: string; readonly value: string }[];
}
/** A value that a person enters in Parlour. */
interface ConnectionValue {
  readonly label: string;
  readonly value: string;
}

/** Returns the page of Parlour that adds a channel of a kind. */
export const describeChannelPage = (title: string): string =>
  `Settings → Email and messengers → Add channel → ${title}`;

/** The switches of a panel. */
export interface FaultSwitches {
  readonly faults: readonly FaultSwitch[];
  /** Shows exactly these faults from now on. */
  showFaults(names: ReadonlySet<string>): Promise<void> | void;
}

/** Plays one service and its customers for the lab's page. */
export interface ServicePanel extends FaultSwitches {
  readonly name: string;
  readonly title: string;
  /** Environment variables with which Parlour uses this service. */
  readonly environment: Readonly<Record<string, string>>;
  /** The page of Parlour on which `settings` are entered, such as "Settings → Model". */
  readonly settingsPage: string;
  /** Values for this page, in its order. */
  readonly settings: readonly ConnectionValue[];
  /** `host:port` of each server, for the allowed outgoing addresses. */
  readonly hosts: readonly string[];
  readonly actions: readonly CustomerAction[];
  /** Returns the messages of all customers, oldest first. */
  readMessages(): readonly PanelMessage[];
  press(key: string, value: string): Fault;
  close(): Promise<void>;
}

/** What the page shows of a service. */
export interface PanelView {
  readonly name: string;
  readonly title: string;
  readonly environment: readonly ConnectionValue[];
  readonly settingsPage: string;
  readonly settings: readonly ConnectionValue[];
  readonly actions: readonly Omit<CustomerAction, "run">[];
  readonly faults: readonly (FaultSwitch & { readonly isOn: boolean })[];
  readonly messages: readonly PanelMessage[];
}

/** Number of messages that the page shows of a service. */
const maxMessages = 200;

export function describePanel(panel: ServicePanel, faults: ReadonlySet<string>): PanelView {
  return {
    name: panel.name,
    title: panel.title,
    environment: Object.entries(panel.environment).map(([label, value]) => ({ label, value })),
    settingsPage: panel.settingsPage,
    settings: panel.settings,
    actions: panel.actions.map(({ name, label, fields }) => ({ name, label, fields })),
    faults: panel.faults.map((fault) => ({ ...fault, isOn: faults.has(fault.name) })),
    messages: panel.readMessages().slice(-maxMessages),
  };
}
