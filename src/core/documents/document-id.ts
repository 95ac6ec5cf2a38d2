import { isId } from '../base/ids.ts';

/** In a subject they would stand where states and inventories do. */
const RESERVED = ['st', 'inv'];

export const isReserved = (id: string): boolean => RESERVED.includes(id);

/** Whether a document may have this id. */
export const isDocumentId = (id: string): boolean => isId(id) && !isReserved(id);
