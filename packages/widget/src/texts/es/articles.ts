import type { ArticleTexts } from "../en/articles.ts";

export const es: ArticleTexts = {
  help: "Ayuda",
  search: "Buscar en los artículos",
  back: "Atrás",
  nothing: "No hay artículos. Escríbenos.",
  failed: "La búsqueda no está disponible. Escríbenos.",
  helpful: "¿Te ha sido útil?",
  yes: "Sí",
  no: "No",
  thanks: "Gracias",
  ask: "Pregúntanos",
};
