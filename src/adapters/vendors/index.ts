import { readFileSync } from 'node:fs';

/** A contract that is ready to be filled in: a file of the vendor's operation, with comments and sources. */
export interface Vendor {
  /** The name on the command line, and of the file. */
  readonly name: string;
  /** The text of the file. */
  readonly text: () => string;
}

/** The contracts in the order in which they are listed. */
export const vendors: readonly Vendor[] = [
  ready('ietf-idempotency-key'),
  ready('oasis-repeatable-requests'),
  ready('stripe-customers'),
  ready('square-orders'),
  ready('paypal-products'),
  ready('adyen-stores'),
  ready('gocardless-customers'),
  ready('salesforce-upsert'),
  ready('hubspot-batch-upsert'),
  ready('dataverse-upsert'),
  ready('dataverse-insert-only'),
  ready('netsuite-async'),
  ready('sap-repeatability'),
  ready('zoho-upsert'),
  ready('quickbooks-invoices'),
  ready('zendesk-tickets'),
  ready('xero-invoices'),
  ready('shopify-refunds'),
  ready('bitrix24-tasks'),
  ready('pipedrive-deals'),
  ready('business-central-customers'),
  ready('odoo-partners'),
  ready('erpnext-items'),
  ready('parse-server-objects'),
];

/** A commented file to start from where no contract is ready: the least that can be put on trial, and what to add. */
export function blankFile(): string {
  return readFileSync(new URL('blank.yaml', import.meta.url), 'utf8');
}

function ready(name: string): Vendor {
  return { name, text: () => readFileSync(new URL(`${name}.yaml`, import.meta.url), 'utf8') };
}
