/** The header that carries an exchange's id, so that a vendor finds the exchange in its own log. */
export const correlationHeader = 'Twiceshy-Exchange';
