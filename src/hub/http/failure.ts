/** Why a request is not done: its status, and words for whoever asked. */
export class Failure extends Error {
  override readonly name = 'Failure';
  readonly statusCode: number;

  constructor(statusCode: number, message: string, options?: ErrorOptions) {
    super(message, options);
    this.statusCode = statusCode;
  }
}
