import { modelFaults, startModelService, type ModelRequest } from "../services/model/index.ts";
import { parseObject, toObject, toText } from "../endpoints/received-request.ts";
import { missingText } from "./customer-action.ts";
import type { CustomerAction, FormField, PanelMessage, ServicePanel } from "./panel.ts";

type Service = Awaited<ReturnType<typeof startModelService>>;

export interface ModelPanelOptions {
  readonly port: number;
  readonly apiKey: string;
  readonly onChange: () => void;
}

const faultSwitches: Readonly<
  Record<keyof typeof modelFaults, { readonly label: string; readonly hint: string }>
> = {
  late: { label: "Late first word", hint: "Answers after 5 s" },
  slow: { label: "Slow", hint: "Sends a part every 300 ms" },
  hang: { label: "No answer", hint: "Accepts requests and never answers" },
  cut: { label: "Cut answers", hint: "Cuts the connection in the middle of an answer" },
  outage: { label: "Outage", hint: "Cuts every connection" },
  limit: { label: "Rate limit", hint: "Answers 429 and asks to wait 5 s" },
  error: { label: "Error", hint: "Answers 500" },
  html: { label: "Page instead of JSON", hint: "Answers with an HTML page" },
  broken: { label: "Broken JSON", hint: "The response ends in the middle of its JSON" },
  form: { label: "Wrong form", hint: "The model writes JSON that ends too early" },
  empty: { label: "Empty answer", hint: "The model writes nothing" },
  length: { label: "Answer too long", hint: "The model stops in the middle of a sentence" },
  filtered: { label: "Refused answer", hint: "The content filter of the server removes the text" },
  long: { label: "100,000 characters", hint: "The model repeats itself" },
  language: { label: "Wrong language", hint: "The model answers in Finnish" },
  markup: { label: "Markup", hint: "The model writes a script, a picture and a link with code" },
  instructions: { label: "Injected instructions", hint: "The model writes orders as an answer" },
  address: { label: "Invented address", hint: "The model names an address of no source" },
};

const text: FormField = { name: "text", label: "Text", type: "lines" };
const match: FormField = {
  name: "match",
  label: "For requests that contain (empty: all)",
  type: "text",
};
const toolFields: readonly FormField[] = [
  { name: "tool", label: "Tool", type: "text" },
  { name: "arguments", label: "Arguments as JSON", type: "lines", initial: "{}" },
];

/** Starts a model server. Its answers are the ones that the page gave it, else the question. */
export async function startModelPanel({
  port,
  apiKey,
  onChange,
}: ModelPanelOptions): Promise<ServicePanel> {
  const service = await startModelService({ port, apiKey, onChange });
  return {
    name: "model",
    title: "Model",
    environment: {},
    settingsPage: "Settings → Model",
    settings: [
      { label: "Base URL", value: service.url },
      { label: "Translation server", value: service.translateUrl },
      { label: "Key", value: apiKey },
      { label: "Chat model", value: service.chatModel },
      { label: "Embedding model", value: service.embeddingModel },
    ],
    hosts: [service.host],
    actions: createActions(service),
    faults: Object.entries(faultSwitches).map(([name, texts]) => ({ name, ...texts })),
    readMessages: () => service.requests.flatMap(describeRequest),
    press: () => "This message has no buttons.",
    showFaults(names) {
      service.endFaults();
      for (const [name, reply] of Object.entries(modelFaults))
        if (names.has(name)) service.addFault({ times: Infinity, reply });
    },
    close: () => service.close(),
  };
}

function createActions(service: Service): readonly CustomerAction[] {
  return [
    {
      name: "text",
      label: "Next answer",
      fields: [text, match],
      run(values) {
        const words = values.text("text").trim();
        if (words === "") return missingText;
        service.script({ match: values.text("match"), answer: { words } });
        return null;
      },
    },
    {
      name: "raw",
      label: "Next answer, as it is",
      fields: [text, match],
      run(values) {
        service.script({ match: values.text("match"), answer: { text: values.text("text") } });
        return null;
      },
    },
    {
      name: "tool",
      label: "Next answer: call a tool",
      fields: [...toolFields, match],
      run(values) {
        const name = values.text("tool").trim();
        if (name === "") return "Enter the name of a tool.";
        const call = { name, input: values.text("arguments") };
        service.script({ match: values.text("match"), answer: { tools: [call] } });
        return null;
      },
    },
  ];
}

/** Describes a request, and the answer to it. */
function describeRequest(request: ModelRequest, index: number): readonly PanelMessage[] {
  const { path, at, status, end, answer } = request;
  const common = { customer: "the model", at, title: "", buttons: [] };
  const state = status === 0 ? end : `${status} ${end}`;
  return [
    {
      ...common,
      key: `${index}`,
      from: "parlour",
      text: readQuestion(request),
      tags: [path, state],
    },
    ...(answer === ""
      ? []
      : [
          {
            ...common,
            key: `${index} answer`,
            from: "customer" as const,
            customer: "Model",
            text: answer.slice(0, maxShownLength),
            tags: [],
          },
        ]),
  ];
}
const maxShownLength = 2_000;

/** Returns the last message of a request, or its texts. The log of Parlour has every byte. */
function readQuestion({ body }: ModelRequest): string {
  const { messages, input, q = input } = parseObject(body);
  const last = Array.isArray(messages) ? toObject(messages.at(-1))["content"] : q;
  const words = Array.isArray(last)
    ? last.map((part) => toText(part) || toText(toObject(part)["text"])).join("\n")
    : toText(last);
  return words.slice(0, maxShownLength);
}
