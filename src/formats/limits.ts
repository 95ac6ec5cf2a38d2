/** What one import may take. Chosen so that it ends within seconds and stays under 256 MB, whatever the files say. */

export const MEGABYTE = 1024 * 1024;

/** All that is read for one body, after unpacking. */
export const MOST_READ_BYTES = 96 * MEGABYTE;
/** One file that is text: it is held twice while it is read. */
export const MOST_TEXT_BYTES = 40 * MEGABYTE;
/** One file that is XML or JSON: a tree is made of it. */
export const MOST_TREE_BYTES = 16 * MEGABYTE;
export const MOST_XML_ELEMENTS = 200_000;
export const MOST_XML_ATTRIBUTES = 400_000;
/** Values in one file of JSON, numbers in one of VRML: each takes up to a hundred times the bytes that it is written with. */
export const MOST_VALUES = 300_000;
export const MOST_NUMBERS = 5_000_000;
export const MOST_DEPTH = 64;

export const MOST_ZIP_MEMBERS = 4000;
export const MOST_ZIP_BYTES = 256 * MEGABYTE;
/** Deflate packs zeros a thousand to one; geometry as text comes to ten or twenty to one. */
export const MOST_ZIP_RATIO = 100;
/** Below this a ratio says nothing. */
export const SMALL_MEMBER_BYTES = MEGABYTE;

/** All meshes of a body together; core's mesh.ts has the limits of one. */
export const MOST_BODY_TRIANGLES = 1_000_000;
/** Groups of faces in one file: each has arrays of its own. */
export const MOST_SOLIDS = 20_000;
/** Files that were looked at for one that is meant: in a folder of thousands of equal names each reference is compared with all of them. */
export const MOST_LOOKS = 2_000_000;
/** Addresses for one thing. */
export const MOST_ADDRESSES = 20;
/** More pieces than this are joined to one. */
export const MOST_PIECES = 100;
/** Farther out than this no unit makes sense of it; also keeps products of such numbers finite. */
export const FARTHEST_UNITS = 1e9;
