import type { ArticleTexts } from "../en/articles.ts";

export const pt: ArticleTexts = {
  help: "Ajuda",
  search: "Pesquisar artigos",
  back: "Voltar",
  nothing: "Nenhum artigo encontrado. Escreva para nós.",
  failed: "A pesquisa não está disponível. Escreva para nós.",
  helpful: "Isto foi útil?",
  yes: "Sim",
  no: "Não",
  thanks: "Obrigado",
  ask: "Pergunte-nos",
};
