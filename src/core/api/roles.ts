import { z } from 'zod';

/** From the least to the most: each may do what those before it may. */
export const ROLES = ['viewer', 'operator', 'teacher', 'administrator'] as const;
export const roleSchema = z.enum(ROLES);
export type Role = (typeof ROLES)[number];

export const isAtLeast = (role: Role, least: Role): boolean => ROLES.indexOf(role) >= ROLES.indexOf(least);
