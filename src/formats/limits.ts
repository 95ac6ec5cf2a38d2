/** What one import may take. Chosen so that it ends within seconds and stays under 256 MB, whatever the files say. */

export const MEGABYTE = 1024 * 1024;

/** All that is read for one body, after unpacking. */
export const MOST_READ_BYTES = 96 * MEGABYTE;
/** One file that is text: it is held twice while it is read. */
export const MOST_TEXT_BYTES = 40 * MEGABYTE;
/** One file that is XML or JSON: a tree is made of it. */
export const MOST_TREE_BYTES = 16 * MEGABYTE;
export const MOST_XML_ELEMENTS = 200_000;
export const MOST_DEPTH = 64;

export const MOST_ZIP_MEMBERS = 4000;
export const MOST_ZIP_BYTES = 256 * MEGABYTE;
/** Deflate packs zeros a thousand to one; geometry as text comes to ten or twenty to one. */
export const MOST_ZIP_RATIO = 100;
/** Below this a ratio says nothing. */
export const SMALL_MEMBER_BYTES = MEGABYTE;

/** All meshes of a body together; core's mesh.ts has the limits of one. */
export const MOST_BODY_TRIANGLES = 1_000_000;
/** More pieces than this are joined to one. */
export const MOST_PIECES = 100;
/** Farther out than this no unit makes sense of it; also keeps products of such numbers finite. */
export const FARTHEST_UNITS = 1e9;
