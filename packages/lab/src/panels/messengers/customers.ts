import type { Fault, FormField, PanelMessage } from "../panel.ts";

/** Something that a customer sent, as the page shows it. */
interface CustomerMessage {
  readonly key: string;
  readonly customer: string;
  readonly text: string;
  readonly tags: readonly string[];
  readonly at: number;
  isAccepted: boolean;
}
/** What the page shows of something that a customer sends. */
interface CustomerLine {
  readonly text: string;
  /** Its kind, unless it is a text. */
  readonly tag?: string;
}

/** The customers of a service, with what they sent in this run. */
export interface Customers<Customer, Content = Fields> {
  /** Returns the customer with this name. Creates them at first. Null if the name is not valid. */
  readonly find: (name: string) => Customer | null;
  /** Returns the name of the customer who has this id, else the id. */
  readonly nameOf: (id: string) => string;
  /** Sends something of a customer. `line` is what the page shows. */
  readonly send: (customer: Customer, content: Content, line: CustomerLine) => Fault;
  /** Describes what was sent. `tagsOf`: what the service knows about a message. */
  readonly describe: (tagsOf?: (key: string) => readonly string[]) => readonly PanelMessage[];
}
type Fields = Readonly<Record<string, unknown>>;

export interface CustomersOptions<Customer, Content = Fields> {
  /** Returns a new customer, or null if the name is not valid. */
  readonly create: (name: string) => Customer | null;
  /** Ids under which the service knows a customer. */
  readonly idsOf: (customer: Customer) => readonly string[];
  /** Returns why nobody can write yet, or null. */
  readonly findObstacle: () => Fault;
  /** Sends with a key of this prefix. Resolves after Parlour has accepted it. */
  readonly deliver: (customer: Customer, content: Content, key: string) => Promise<unknown>;
  readonly keyPrefix: string;
  readonly onChange: () => void;
}

export function createCustomers<Customer, Content = Fields>({
  create,
  idsOf,
  findObstacle,
  deliver,
  keyPrefix,
  onChange,
}: CustomersOptions<Customer, Content>): Customers<Customer, Content> {
  const known = new Map<string, Customer>();
  const sent: CustomerMessage[] = [];
  const nameOf = (id: string): string =>
    [...known].find(([, customer]) => idsOf(customer).includes(id))?.[0] ?? id;
  return {
    nameOf,
    find(name) {
      const found = name === "" ? null : (known.get(name) ?? create(name));
      if (found !== null) known.set(name, found);
      return found;
    },
    send(customer, content, { text, tag }) {
      const obstacle = findObstacle();
      if (obstacle !== null) return obstacle;
      const at = Date.now();
      const message: CustomerMessage = {
        key: `${keyPrefix}${at}n${sent.length + 1}`,
        customer: nameOf(idsOf(customer)[0] ?? ""),
        text,
        tags: tag === undefined ? [] : [tag],
        at,
        isAccepted: false,
      };
      sent.push(message);
      void deliver(customer, content, message.key).then(() => {
        message.isAccepted = true;
        onChange();
      });
      onChange();
      return null;
    },
    describe: (tagsOf = () => []) =>
      sent.map(({ key, customer, text, tags, at, isAccepted }) => ({
        key,
        from: "customer",
        customer,
        title: "",
        text,
        tags: [...tags, isAccepted ? "taken by Parlour" : "waits for Parlour", ...tagsOf(key)],
        at,
        buttons: [],
      })),
  };
}

export const textField: FormField = { name: "text", label: "Text", type: "lines" };
export const describePictureFields = (label: string): readonly FormField[] => [
  { name: "file", label: `${label} (empty: a sample)`, type: "file" },
  { name: "text", label: "Caption", type: "lines" },
];

const statePrefix = "state:";

/** Buttons below a message with which a person lets the service report a state. */
export const describeStateButtons = (states: readonly string[]): PanelMessage["buttons"] =>
  states.map((state) => ({ label: `Report “${state}”`, value: `${statePrefix}${state}` }));

/** Returns the state of a pressed button of `describeStateButtons`, or undefined. */
export const findPressedState = <State extends string>(
  states: readonly State[],
  value: string,
): State | undefined => states.find((state) => value === `${statePrefix}${state}`);

/** Messages in the order in which they were sent. */
export const sortByTime = (messages: readonly PanelMessage[]): readonly PanelMessage[] =>
  messages.toSorted((a, b) => a.at - b.at);

/** Counts the states that the service reported of a message. */
export interface ReportedStates {
  readonly add: (key: string, state: string) => void;
  readonly list: (key: string) => readonly string[];
}
export function createReportedStates(): ReportedStates {
  const states = new Map<string, string[]>();
  return {
    add: (key, state) => void states.set(key, [...(states.get(key) ?? []), state]),
    list: (key) => states.get(key) ?? [],
  };
}
