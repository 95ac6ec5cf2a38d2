/** There is a limit on everything that users can make grow, but for the audit, from which nothing is ever taken away. */
export const MOST_WORLDS = 1000;
export const MOST_ENTITIES_OF_WORLD = 10_000;
export const MOST_FILES_OF_WORLD = 1000;
export const MOST_DOCUMENTS_OF_WORLD = 200;
/** With its history. */
export const LARGEST_DOCUMENT_BYTES: number = 32e6;
export const MOST_MODELS = 1000;
/** Of all meshes that one model refers to: every page that shows it has them in memory. */
export const MOST_MESH_BYTES_OF_MODEL: number = 64e6;
/** Of the meshes of all models. */
export const MOST_MESH_BYTES: number = 4e9;
export const MOST_PEOPLE = 100_000;
export const MOST_INVITATIONS = 10_000;
/** Older lines are forgotten. */
export const MOST_CHAT_LINES_OF_WORLD = 10_000;
/** Of one answer, whatever was asked for. */
export const MOST_ROWS_OF_PAGE = 1000;
export const MOST_SECRET_BYTES = 4096;
/** Letters of what a page keeps for a person. */
export const LONGEST_PREFERENCES = 100_000;
