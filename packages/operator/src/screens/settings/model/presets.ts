/** A kind of server with the OpenAI interface. */
interface ServerPreset {
  readonly id: "ollama" | "vllm" | "lmstudio" | "openai" | "azure" | "mistral";
  /** Products have the same name in each language. */
  readonly title: string;
  readonly isOutside: boolean;
  readonly url: string;
  /** What the URL of such a server contains. */
  readonly mark: RegExp;
  /** Names of models, as examples. */
  readonly chat: string;
  readonly embedding: string;
}

export const serverPresets: readonly ServerPreset[] = [
  {
    id: "ollama",
    title: "Ollama",
    isOutside: false,
    url: "http://localhost:11434/v1",
    mark: /:11434(?:\/|$)/,
    chat: "qwen3:14b",
    embedding: "bge-m3",
  },
  {
    id: "vllm",
    title: "vLLM",
    isOutside: false,
    url: "http://localhost:8000/v1",
    mark: /:8000(?:\/|$)/,
    chat: "Qwen/Qwen3-14B",
    embedding: "BAAI/bge-m3",
  },
  {
    id: "lmstudio",
    title: "LM Studio",
    isOutside: false,
    url: "http://localhost:1234/v1",
    mark: /:1234(?:\/|$)/,
    chat: "qwen3-14b",
    embedding: "text-embedding-bge-m3",
  },
  {
    id: "openai",
    title: "OpenAI",
    isOutside: true,
    url: "https://api.openai.com/v1",
    mark: /\/\/api\.openai\.com(?:\/|$)/,
    chat: "gpt-4.1-mini",
    embedding: "text-embedding-3-small",
  },
  {
    id: "azure",
    title: "Azure",
    isOutside: true,
    url: "https://resource.openai.azure.com/openai/v1",
    mark: /\.openai\.azure\.com(?:\/|$)/,
    chat: "chat-deployment",
    embedding: "embedding-deployment",
  },
  {
    id: "mistral",
    title: "Mistral",
    isOutside: true,
    url: "https://api.mistral.ai/v1",
    mark: /\/\/api\.mistral\.ai(?:\/|$)/,
    chat: "mistral-small-latest",
    embedding: "mistral-embed",
  },
];

/** Returns the preset of a URL, or undefined for another server. */
export const findPreset = (url: string): ServerPreset | undefined =>
  serverPresets.find(({ mark }) => mark.test(url));
