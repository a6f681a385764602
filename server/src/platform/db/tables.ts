// Made by server/src/cli/db-types.ts from the migrated database; do not edit.
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';

/** Values of jsonb columns: written as text, read as parsed. */
export type Json = ColumnType<unknown, string | null, string | null>;

export interface Tables {
  act_cheques: {
    id: GeneratedAlways<number>;
    company_id: number;
    act_id: number;
    issuer: 'esalyq' | 'kaspi';
    first_id: string;
    second_id: string;
    added_by_company_id: number;
    added_by: number;
    created_at: Generated<Date>;
    removed_at: Date | null;
    removed_by: number | null;
    is_found: boolean | null;
    number: string | null;
    issued_on: string | null;
    iin: string | null;
    full_name: string | null;
    service: string | null;
    total_tiyn: bigint | null;
    asked_at: Date | null;
    tries: Generated<number>;
    next_try_at: Generated<Date | null>;
  };
  act_comment_reads: {
    company_id: number;
    act_id: number;
    user_id: number;
    seq: number;
    read_at: Generated<Date>;
  };
  act_comments: {
    id: GeneratedAlways<number>;
    company_id: number;
    act_id: number;
    seq: number;
    side: 'business' | 'executor';
    author_company_id: number;
    user_id: number;
    comment: string;
    created_at: Generated<Date>;
    updated_at: Generated<Date>;
    api_key_id: number | null;
  };
  act_documents: {
    id: GeneratedAlways<number>;
    company_id: number;
    act_id: number;
    title: string;
    file_id: number;
    side: 'business' | 'executor';
    author_company_id: number;
    user_id: number;
    created_at: Generated<Date>;
  };
  act_history: {
    id: GeneratedAlways<number>;
    company_id: number;
    act_id: number;
    seq: number;
    action:
      | 'create'
      | 'copy'
      | 'import'
      | 'correct'
      | 'generate'
      | 'edit'
      | 'send'
      | 'sign'
      | 'return'
      | 'recall'
      | 'annul'
      | 'refuse_annulment'
      | 'pay'
      | 'settle'
      | 'reject_payment'
      | 'reopen_payment'
      | 'return_payment'
      | 'record_refund'
      | 'delete'
      | 'restore'
      | 'attach'
      | 'detach'
      | 'send_link';
    actor_side: 'business' | 'executor' | 'bank' | 'clock' | 'support';
    actor_user_id: number | null;
    actor_company_id: number | null;
    from_status:
      | 'draft'
      | 'sent'
      | 'signed_by_business'
      | 'signed_by_executor'
      | 'signed'
      | 'returned'
      | 'annulment_requested'
      | 'annulled'
      | 'paying'
      | 'paid'
      | null;
    to_status:
      | 'draft'
      | 'sent'
      | 'signed_by_business'
      | 'signed_by_executor'
      | 'signed'
      | 'returned'
      | 'annulment_requested'
      | 'annulled'
      | 'paying'
      | 'paid';
    version: number;
    note: string | null;
    content_hash: Buffer | null;
    means: string | null;
    ip: string | null;
    created_at: Generated<Date>;
    api_key_id: number | null;
    file_id: number | null;
  };
  act_schedules: {
    company_id: number;
    act_id: number;
    period: 'monthly' | 'twice_monthly' | 'weekly' | 'quarterly';
    next_step: number;
    next_date: string;
    stopped_at: Date | null;
    stop_reason: 'person' | 'contract_ended' | 'executor_stopped' | 'act_gone' | 'company_closed' | null;
    stopped_by: number | null;
    created_at: Generated<Date>;
    updated_at: Generated<Date>;
  };
  act_selection_items: {
    selection_id: number;
    position: number;
    act_id: number;
  };
  act_selections: {
    id: GeneratedAlways<number>;
    company_id: number;
    user_id: number;
    created_at: Date;
  };
  act_services: {
    id: GeneratedAlways<number>;
    company_id: number;
    act_id: number;
    position: number;
    category_id: number;
    description: string;
    quantity: string;
    rate_tiyn: bigint;
    amount_tiyn: bigint;
    unit_id: number;
    service_date: string | null;
    created_at: Generated<Date>;
    kind: Generated<'work' | 'bonus' | 'deduction' | 'expense'>;
    taxed: Generated<boolean>;
  };
  act_totals: {
    company_id: number;
    side: 'business' | 'executor' | 'pair' | 'ledger';
    measure: string;
    other_company_id: Generated<number>;
    month: string;
    count: number;
    amount_tiyn: Generated<bigint>;
    seconds: Generated<number>;
    contract_id: Generated<number>;
    covered_tiyn: Generated<bigint>;
    back_count: Generated<number>;
    back_tiyn: Generated<bigint>;
  };
  act_totals_changes: {
    company_id: number;
    side: string;
    measure: string;
    other_company_id: Generated<number>;
    month: string;
    count: number;
    amount_tiyn: Generated<bigint>;
    seconds: Generated<number>;
    contract_id: Generated<number>;
    covered_tiyn: Generated<bigint>;
    back_count: Generated<number>;
    back_tiyn: Generated<bigint>;
  };
  acts: {
    id: GeneratedAlways<number>;
    company_id: number;
    contractor_company_id: number;
    contract_id: number;
    year: number;
    number: number;
    title: string;
    status:
      | 'draft'
      | 'sent'
      | 'signed_by_business'
      | 'signed_by_executor'
      | 'signed'
      | 'returned'
      | 'annulment_requested'
      | 'annulled'
      | 'paying'
      | 'paid';
    act_date: string;
    start_date: string;
    end_date: string;
    knp: string | null;
    additional_info: string | null;
    auto_generate: Generated<boolean>;
    is_copy: Generated<boolean>;
    amount_tiyn: bigint;
    version: Generated<number>;
    frozen_file_id: number | null;
    frozen_at: Date | null;
    content_hash: Buffer | null;
    annulment_requested_by: 'business' | 'executor' | null;
    reason: string | null;
    import_run_id: number | null;
    import_row: number | null;
    created_by: number | null;
    created_at: Generated<Date>;
    updated_at: Generated<Date>;
    deleted_at: Date | null;
    corrects_act_id: number | null;
    repeats_act_id: number | null;
    slot_date: string | null;
    words: GeneratedAlways<string | null>;
    covered_tiyn: Generated<bigint>;
    vat_rate: number | null;
    vat_tiyn: bigint | null;
    sign_by: string | null;
  };
  advance_uses: {
    id: GeneratedAlways<number>;
    company_id: number;
    advance_id: number;
    act_id: number | null;
    amount_tiyn: bigint;
    day: string;
    made_by: number | null;
    made_at: Generated<Date>;
    undone_by: number | null;
    undone_at: Date | null;
    opening_id: number | null;
  };
  advances: {
    id: GeneratedAlways<number>;
    company_id: number;
    executor_company_id: number;
    operation_id: number | null;
    amount_tiyn: bigint;
    used_tiyn: Generated<bigint>;
    day: string;
    made_by: number | null;
    made_at: Generated<Date>;
    undone_by: number | null;
    undone_at: Date | null;
    opening_id: number | null;
  };
  api_key_minutes: {
    key_id: number;
    began_at: Date;
    requests: number;
  };
  api_keys: {
    id: GeneratedAlways<number>;
    company_id: number;
    made_by: number;
    name: string;
    prefix: string;
    hash: Buffer;
    scopes: string[];
    networks: Generated<string[]>;
    created_at: Generated<Date>;
    expires_at: Date;
    last_used_at: Date | null;
    last_ip: string | null;
    replaced_by: number | null;
    revoked_at: Date | null;
    revoked_by: number | null;
    refused_at: Date | null;
    warned_of: number | null;
  };
  audit_seals: {
    seq: number;
    event_id: number;
    event_hash: Buffer;
    previous_hash: Buffer;
    hash: Buffer;
    sealed_at: Generated<Date>;
  };
  backup_standing: {
    is_only: Generated<boolean>;
    base_ended_at: Date | null;
    log_copied_at: Date | null;
  };
  bank_integrations: {
    id: GeneratedAlways<number>;
    company_id: number;
    kind: 'BCC' | 'JUSAN' | 'FORTE' | 'HALYK' | 'CUSTOM';
    settings: Json;
    field_map: Json;
    status_map: Json;
    secrets_sealed: Buffer | null;
    secret_set_at: Date | null;
    has_consent: Generated<boolean>;
    check_outcome: 'works' | 'by_file' | 'failed' | null;
    check_fault: string | null;
    check_accounts: Generated<string[]>;
    checked_at: Date | null;
    saved_by: number;
    created_at: Generated<Date>;
    updated_at: Generated<Date>;
    removed_at: Date | null;
    statements_asked_at: Date | null;
    statements_until: string | null;
    statements_fault: string | null;
  };
  bank_operations: {
    id: GeneratedAlways<number>;
    company_id: number;
    statement_id: number;
    line: number;
    fingerprint: Buffer;
    direction: 'out' | 'in';
    number: string;
    day: string;
    amount_tiyn: bigint;
    counterparty_name: string;
    counterparty_bin: string | null;
    counterparty_iban: string | null;
    knp: string | null;
    purpose: string;
    state: 'matched' | 'unmatched' | 'set_aside';
    note: string | null;
    settled_by: number | null;
    settled_at: Date | null;
    kind: 'commission' | 'own_transfer' | 'other' | null;
    rule_id: number | null;
    left_to_person: Generated<boolean>;
    currency: Generated<string>;
  };
  bank_requisites: {
    id: GeneratedAlways<number>;
    company_id: number;
    bank_id: number;
    iban: string;
    kbe: string;
    is_main: Generated<boolean>;
    created_at: Generated<Date>;
    deleted_at: Date | null;
    updated_at: Generated<Date>;
  };
  bank_rules: {
    id: GeneratedAlways<number>;
    company_id: number;
    direction: 'out' | 'in';
    counterparty_bin: string | null;
    counterparty_iban: string | null;
    words: string | null;
    kind: 'commission' | 'own_transfer' | 'other';
    made_by: number;
    made_at: Generated<Date>;
    ended_by: number | null;
    ended_at: Date | null;
  };
  bank_statements: {
    id: GeneratedAlways<number>;
    company_id: number;
    name: string;
    sha256: Buffer;
    iban: string | null;
    date_from: string | null;
    date_to: string | null;
    opening_tiyn: bigint | null;
    closing_tiyn: bigint | null;
    uploaded_by: number | null;
    created_at: Generated<Date>;
    bank: string | null;
    refused: Json;
    mapping_id: number | null;
    api_key_id: number | null;
  };
  banks: {
    id: GeneratedAlways<number>;
    code: string;
    bic: string;
    iban_code: string | null;
    bin: string | null;
    name_ru: string;
    name_kz: string;
    is_active: boolean;
  };
  bill_notices: {
    company_id: number;
    entry_id: number;
    kind: 'tariff_bill' | 'tariff_overdue';
    told_at: Generated<Date>;
  };
  bulk_items: {
    run_id: number;
    position: number;
    subject_id: number | null;
    label: Generated<string>;
    payload: Json | null;
    status: Generated<'waiting' | 'ok' | 'failed' | 'pending_proof' | 'stopped'>;
    code: string | null;
    detail: Json | null;
    finished_at: Date | null;
    waits_for_id: number | null;
    left_as: string | null;
  };
  bulk_runs: {
    id: GeneratedAlways<number>;
    company_id: number;
    user_id: number;
    session_id: number | null;
    kind: string;
    idempotency_key: string;
    request_hash: Buffer;
    params: Json;
    state: Generated<'running' | 'done' | 'failed' | 'stopped'>;
    total: number;
    done: Generated<number>;
    failed: Generated<number>;
    lease_token: Generated<number>;
    leased_until: Date | null;
    created_at: Generated<Date>;
    finished_at: Date | null;
    ip: string | null;
    failures: Generated<number>;
    not_before: Date | null;
    waits_for: 'database' | 'files' | null;
    is_key_derived: Generated<boolean>;
    api_key_id: number | null;
  };
  calendar_days: {
    day: string;
    is_working: boolean;
    reason: string;
  };
  companies: {
    id: GeneratedAlways<number>;
    role: 'business' | 'executor';
    type: 'too' | 'ao' | 'ip' | 'individual' | 'other';
    name: string;
    sort_key: GeneratedAlways<string | null>;
    bin: string;
    kbe: string | null;
    address: string | null;
    phone: string | null;
    email: string | null;
    ceo_name: string | null;
    director_id: number | null;
    director_position: string | null;
    oked: string | null;
    occupation: string | null;
    status: Generated<'waiting' | 'active' | 'refused' | 'blocked' | 'deleted'>;
    document_language: Generated<'ru' | 'kz'>;
    executor_signs_first: Generated<boolean>;
    banking_integration_type: 'BCC' | 'JUSAN' | 'FORTE' | 'HALYK' | 'CUSTOM' | null;
    registered_at: Generated<Date>;
    updated_at: Generated<Date>;
    contact_fio: string | null;
    auto_acts_sent: Generated<boolean>;
    search_key: GeneratedAlways<string | null>;
    payment_channel: 'bank' | 'file' | null;
    payment_limit_tiyn: bigint | null;
    bookkeeper_name: string | null;
    closed_until: string | null;
    name_kz: string | null;
    display_name: string | null;
    payment_purpose: string | null;
    payment_knp: string | null;
    withholding: Generated<'on' | 'off' | null>;
    withholding_since: Generated<string | null>;
    payment_term_days: number | null;
    signing_term_days: number | null;
  };
  company_history: {
    id: GeneratedAlways<number>;
    company_id: number;
    user_id: number;
    action:
      | 'company_changed'
      | 'requisite_added'
      | 'requisite_changed'
      | 'requisite_deleted'
      | 'main_changed'
      | 'bank_connected'
      | 'bank_changed'
      | 'bank_removed'
      | 'employee_invited'
      | 'invitation_cancelled'
      | 'employee_joined'
      | 'rights_changed'
      | 'deputy_named'
      | 'deputy_ended'
      | 'employee_removed'
      | 'employee_restored'
      | 'pay_settings_changed'
      | 'pay_change_asked'
      | 'pay_change_confirmed'
      | 'pay_change_cancelled'
      | 'pay_change_applied'
      | 'name_asked'
      | 'name_cancelled'
      | 'name_changed'
      | 'name_refused'
      | 'tax_decided'
      | 'tax_office_entered'
      | 'api_key_made'
      | 'api_key_replaced'
      | 'api_key_revoked'
      | 'webhook_added'
      | 'webhook_changed'
      | 'webhook_removed'
      | 'webhook_secret_replaced'
      | 'webhook_off';
    requisite_id: number | null;
    before: Json;
    after: Json;
    ip: string | null;
    created_at: Generated<Date>;
    api_key_id: number | null;
  };
  company_name_requests: {
    id: GeneratedAlways<number>;
    company_id: number;
    name: string;
    name_kz: string | null;
    state: Generated<'waiting' | 'approved' | 'refused' | 'cancelled'>;
    asked_by: number;
    asked_at: Generated<Date>;
    decided_by: number | null;
    decided_at: Date | null;
    reason: string | null;
  };
  company_partners: {
    company_id: number;
    name: string;
    commission_bp: number;
    set_by: number;
    set_at: Generated<Date>;
  };
  company_vat: {
    company_id: number;
    valid_from: string;
    rate: number | null;
    certificate_series: string | null;
    certificate_number: string | null;
    updated_by: number;
    updated_at: Generated<Date>;
  };
  consents: {
    id: GeneratedAlways<number>;
    user_id: number;
    kind: 'user_agreement' | 'personal_data';
    agreement_id: number;
    ip: string | null;
    given_at: Generated<Date>;
  };
  consultations: {
    id: GeneratedAlways<number>;
    name: string;
    company_name: string;
    email: string;
    phone: string;
    comment: string;
    register_link_destination: string | null;
    ip: string;
    created_at: Generated<Date>;
    closed_at: Date | null;
    closed_by: number | null;
  };
  contract_templates: {
    id: GeneratedAlways<number>;
    company_id: number;
    name: string;
    sort_key: GeneratedAlways<string | null>;
    file_id: number;
    fields: string[];
    created_by: number;
    created_at: Generated<Date>;
    updated_at: Generated<Date>;
    deleted_at: Date | null;
    deleted_by: number | null;
  };
  counters: {
    company_id: number;
    name: string;
    year: number;
    last: number;
  };
  credential_changes: {
    id: GeneratedAlways<number>;
    user_id: number;
    session_id: number;
    kind: 'email' | 'phone' | 'password';
    target: string | null;
    old_side: 'sms' | 'email';
    old_checked_at: Date | null;
    new_checked_at: Date | null;
    done_at: Date | null;
    created_at: Generated<Date>;
    expires_at: Date;
  };
  deduction_applications: {
    id: GeneratedAlways<number>;
    company_id: number;
    executor_company_id: number;
    applied_on: string;
    valid_from: string;
    valid_until: string | null;
    file_id: number | null;
    told_by: number | null;
    created_at: Generated<Date>;
  };
  document_history: {
    company_id: number;
    document_id: number;
    seq: number;
    action:
      | 'create'
      | 'replace'
      | 'send'
      | 'sign'
      | 'sign_by_hand'
      | 'confirm_hand'
      | 'dispute_hand'
      | 'accept_hand'
      | 'uphold_hand'
      | 'reject_hand'
      | 'refuse'
      | 'terminate'
      | 'end_agreed'
      | 'expire'
      | 'delete'
      | 'restore'
      | 'restore_refused'
      | 'send_link';
    actor_side: 'business' | 'executor' | 'clock' | 'support';
    actor_user_id: number | null;
    actor_company_id: number | null;
    from_status:
      | 'draft'
      | 'sent'
      | 'signed_by_business'
      | 'signed_by_executor'
      | 'signed'
      | 'expired'
      | 'terminated'
      | 'refused'
      | 'signed_by_hand'
      | 'deleted'
      | null;
    to_status:
      | 'draft'
      | 'sent'
      | 'signed_by_business'
      | 'signed_by_executor'
      | 'signed'
      | 'expired'
      | 'terminated'
      | 'refused'
      | 'signed_by_hand'
      | 'deleted';
    version: number;
    note: string | null;
    file_sha256: Buffer | null;
    means: string | null;
    ip: string | null;
    created_at: Generated<Date>;
    api_key_id: number | null;
  };
  document_notices: {
    company_id: number;
    document_id: number;
    end_date: string;
    days: number;
    created_at: Generated<Date>;
  };
  documents: {
    id: GeneratedAlways<number>;
    company_id: number;
    contractor_company_id: number;
    number: string;
    title: string;
    sort_key: GeneratedAlways<string | null>;
    type:
      | 'services'
      | 'gph'
      | 'framework'
      | 'addendum'
      | 'nda'
      | 'other'
      | 'reconciliation'
      | 'income_certificate';
    status:
      | 'draft'
      | 'sent'
      | 'signed_by_business'
      | 'signed_by_executor'
      | 'signed'
      | 'expired'
      | 'terminated'
      | 'refused'
      | 'signed_by_hand'
      | 'deleted';
    start_date: string;
    end_date: string;
    additional_info: string | null;
    source_file_id: number;
    frozen_file_id: number | null;
    frozen_at: Date | null;
    version: Generated<number>;
    customer_signed_at: Date | null;
    contractor_signed_at: Date | null;
    reason: string | null;
    created_by: number | null;
    created_at: Generated<Date>;
    updated_at: Generated<Date>;
    original_file_id: number | null;
    template_id: number | null;
    parent_id: number | null;
    renewed_from_id: number | null;
    search_key: GeneratedAlways<string | null>;
    papers_due_at: Date | null;
    date: string;
    terminates_on: string | null;
    is_contract: GeneratedAlways<boolean>;
  };
  download_tickets: {
    token_hash: Buffer;
    user_id: number;
    company_id: number;
    kind: 'documents' | 'acts' | 'month';
    ids: Json;
    locale: 'ru' | 'kz';
    created_at: Generated<Date>;
    expires_at: Date;
    used_at: Date | null;
    done_at: Date | null;
    month: string | null;
    api_key_id: number | null;
  };
  earlier_incomes: {
    id: GeneratedAlways<number>;
    executor_company_id: number;
    company_id: number | null;
    kind: 'taxed' | 'deduction' | 'social_deduction' | 'self_employed' | 'turnover';
    period: string;
    amount_tiyn: bigint;
    source: string;
    source_on: string;
    told_by: number | null;
    created_at: Generated<Date>;
  };
  employee_invitations: {
    id: GeneratedAlways<number>;
    company_id: number;
    email: string;
    email_key: GeneratedAlways<string | null>;
    rights: string[];
    token_hash: Buffer;
    status: Generated<'sent' | 'accepted' | 'cancelled'>;
    invited_by: number;
    created_at: Generated<Date>;
    expires_at: Date;
    accepted_by: number | null;
    accepted_at: Date | null;
  };
  erasure_requests: {
    id: GeneratedAlways<number>;
    user_id: number;
    reason: string | null;
    asked_at: Generated<Date>;
    due_at: Date;
    withdrawn_at: Date | null;
    done_at: Date | null;
  };
  esf_credentials: {
    company_id: number;
    login: string;
    password_sealed: Buffer;
    updated_by: number | null;
    updated_at: Generated<Date>;
  };
  esf_documents: {
    id: GeneratedAlways<number>;
    company_id: number;
    act_id: number;
    act_version: number;
    seller_company_id: number;
    kind: 'invoice' | 'awp';
    type: 'ORDINARY_INVOICE' | 'FIXED_INVOICE' | 'ADDITIONAL_INVOICE';
    number: string;
    issued_on: string;
    turnover_on: string;
    amount_tiyn: bigint;
    status:
      | 'ready'
      | 'sending'
      | 'unknown'
      | 'sent'
      | 'registered'
      | 'confirming'
      | 'refusing'
      | 'confirmed'
      | 'declined'
      | 'revoking'
      | 'revoked'
      | 'cancelled';
    channel: 'api' | 'hand';
    xml: string;
    signature: string | null;
    certificate: Buffer | null;
    signer_name: string;
    created_by: number;
    corrects_id: number | null;
    is_corrected: Generated<boolean>;
    external_id: string | null;
    system_status: string | null;
    registration_number: string | null;
    errors: Json | null;
    reason: string | null;
    revoke_signature: string | null;
    revoke_certificate: Buffer | null;
    leased_until: Date | null;
    tries: Generated<number>;
    next_try_at: Generated<Date>;
    trouble: 'other_side' | 'sign_in' | 'limit' | 'silent' | 'not_connected' | null;
    created_at: Generated<Date>;
    sent_at: Date | null;
    registered_at: Date | null;
    updated_at: Generated<Date>;
    related_id: number | null;
    turnover_rule: 'signed' | 'period_end' | null;
    answer_signature: string | null;
    answer_certificate: Buffer | null;
  };
  esf_history: {
    id: GeneratedAlways<number>;
    company_id: number;
    esf_id: number;
    action:
      | 'issue'
      | 'send'
      | 'hold'
      | 'lose'
      | 'take'
      | 'register'
      | 'confirm'
      | 'refuse'
      | 'agree'
      | 'decline'
      | 'revoke'
      | 'end_revoke'
      | 'cancel';
    actor_side: 'business' | 'executor' | 'system' | 'us';
    user_id: number | null;
    from_status:
      | 'ready'
      | 'sending'
      | 'unknown'
      | 'sent'
      | 'registered'
      | 'confirming'
      | 'refusing'
      | 'confirmed'
      | 'declined'
      | 'revoking'
      | 'revoked'
      | 'cancelled'
      | null;
    to_status:
      | 'ready'
      | 'sending'
      | 'unknown'
      | 'sent'
      | 'registered'
      | 'confirming'
      | 'refusing'
      | 'confirmed'
      | 'declined'
      | 'revoking'
      | 'revoked'
      | 'cancelled';
    note: string | null;
    created_at: Generated<Date>;
  };
  esf_inbound: {
    id: GeneratedAlways<number>;
    company_id: number;
    external_id: string;
    registration_number: string;
    type: 'ORDINARY_INVOICE' | 'FIXED_INVOICE' | 'ADDITIONAL_INVOICE' | null;
    number: string | null;
    issued_on: string;
    turnover_on: string | null;
    seller_tin: string;
    seller_name: string | null;
    contract_number: string | null;
    contract_on: string | null;
    delivery_number: string | null;
    delivery_on: string | null;
    related_registration: string | null;
    currency: string;
    amount_tiyn: bigint | null;
    vat_tiyn: bigint | null;
    status: 'registered' | 'declined' | 'revoked' | 'cancelled';
    system_status: string;
    reason: string | null;
    xml: string;
    act_id: number | null;
    read_at: Date;
    changed_at: Date;
  };
  esf_inbound_asks: {
    company_id: number;
    asked_until: string | null;
    whole_asked_on: string | null;
    asked_at: Date | null;
    trouble: 'limit' | 'silent' | null;
    tries: Generated<number>;
    next_ask_at: Date;
    leased_until: Date | null;
  };
  esf_reminders: {
    company_id: number;
    act_id: number;
    due_told_at: Date | null;
    asked_at: Date | null;
  };
  esf_sessions: {
    company_id: number;
    user_id: number;
    ticket_hash: Buffer;
    session_sealed: Buffer | null;
    opened_at: Date;
    closed_at: Date | null;
    seen_open_at: Date | null;
  };
  event_feeds: {
    company_id: number;
    asked_at: Generated<Date>;
    open_at: Date | null;
  };
  events: {
    id: GeneratedAlways<number>;
    company_id: number;
    tx: Generated<number>;
    at: Generated<Date>;
    thing_id: number;
    version: number | null;
    type: number;
  };
  executor_history: {
    id: GeneratedAlways<number>;
    company_id: number;
    executor_company_id: number;
    seq: number;
    action: 'register' | 'sign' | 'join' | 'stop' | 'resume' | 'remove' | 'assign';
    actor_side: 'business' | 'executor';
    actor_user_id: number | null;
    from_status: 'invited' | 'active' | 'stopped' | 'removed' | null;
    to_status: 'invited' | 'active' | 'stopped' | 'removed';
    responsible_user_id: number | null;
    created_at: Generated<Date>;
  };
  executor_limits: {
    id: GeneratedAlways<number>;
    company_id: number;
    limit_count: number;
    valid_from: string;
    valid_until: string | null;
    set_by: number | null;
    created_at: Generated<Date>;
  };
  executors: {
    company_id: number;
    executor_company_id: number;
    status: 'invited' | 'active' | 'stopped' | 'removed';
    responsible_user_id: number | null;
    created_at: Generated<Date>;
  };
  external_ids: {
    company_id: number;
    program_id: Generated<number>;
    thing: 'act' | 'contract' | 'executor';
    thing_id: number;
    external_id: string;
  };
  failed_sign_ins: {
    id: GeneratedAlways<number>;
    user_id: number | null;
    step: 'first' | 'second';
    ip: string;
    failed_at: Generated<Date>;
  };
  failing_jobs: {
    id: GeneratedAlways<number>;
    job: string;
    subject_id: number;
    company_id: number | null;
    failures: Generated<number>;
    reason: string;
    first_failed_at: Generated<Date>;
    last_failed_at: Generated<Date>;
    not_before: Date | null;
    set_aside_at: Date | null;
  };
  file_store_claim: {
    is_claimed: Generated<boolean>;
    database_id: Generated<string>;
    epoch: number;
    marks: string[];
    marked_at: Generated<Date>;
    is_written: Generated<boolean>;
    installation: 'production' | 'sandbox' | 'stand' | null;
  };
  file_uploads: {
    storage_key: string;
    epoch: number;
    begun_at: Generated<Date>;
    quarantined_at: Date | null;
  };
  files: {
    id: GeneratedAlways<number>;
    company_id: number;
    public_id: string;
    kind: string;
    name: string;
    media_type: string;
    size_bytes: number;
    sha256: Buffer;
    streebog512: Buffer | null;
    storage_key: string;
    created_at: Generated<Date>;
  };
  frozen_costs: {
    company_id: number;
    act_id: number;
    date: string;
    standing: 'individual' | 'self_employed' | 'ip' | 'too' | null;
    tax_regime: 'general' | 'simplified' | 'farmer' | null;
  };
  frozen_ledger: {
    id: GeneratedAlways<number>;
    company_id: number;
    executor_company_id: number;
    source: string;
    date: string;
    late_of: string | null;
    kind: 'act' | 'correction' | 'opening' | 'payment' | 'withheld' | 'refund' | 'advance';
    act_id: number | null;
    number: string;
    order_number: number | null;
    amount_tiyn: bigint;
  };
  frozen_parties: {
    company_id: number;
    period_id: number;
    party_id: number;
    name: string;
    name_kz: string | null;
    bin: string;
    ceo_name: string | null;
    address: string | null;
  };
  frozen_payments: {
    id: GeneratedAlways<number>;
    company_id: number;
    executor_company_id: number;
    date: string;
    late_of: string | null;
    taxed_as: 'individual' | 'self_employed' | 'none';
    act_id: number | null;
    number: string;
    order_number: number | null;
    gross_tiyn: bigint;
    withheld_tiyn: bigint;
    opv_tiyn: bigint;
    vosms_tiyn: bigint;
    so_tiyn: bigint;
    ipn_tiyn: bigint;
    self_employed_tiyn: bigint;
  };
  frozen_periods: {
    id: GeneratedAlways<number>;
    company_id: number;
    closed_from: string | null;
    closed_until: string;
    frozen_at: Date;
    document_language: 'ru' | 'kz';
    withheld: boolean;
    sources: Generated<Json>;
  };
  frozen_withholding: {
    company_id: number;
    executor_company_id: number;
    month: string;
    name: string;
    bin: string;
    acts: number;
    has_deduction: boolean;
    figures: Json;
    gross_tiyn: bigint;
    opv_tiyn: bigint;
    vosms_tiyn: bigint;
    so_tiyn: bigint;
    deduction_tiyn: bigint;
    taxed_tiyn: bigint;
    ipn_tiyn: bigint;
    net_tiyn: bigint;
    social_deduction_tiyn: Generated<bigint>;
    kept_opv_tiyn: Generated<bigint>;
    kept_vosms_tiyn: Generated<bigint>;
    kept_so_tiyn: Generated<bigint>;
    kept_ipn_tiyn: Generated<bigint>;
    carried_tiyn: Generated<bigint>;
    carried_deduction_tiyn: Generated<bigint>;
    self_employed_gross_tiyn: Generated<bigint>;
    self_employed_tiyn: Generated<bigint>;
    kept_self_employed_tiyn: Generated<bigint>;
    reckoned_by: Json | null;
    untaxed_gross_tiyn: Generated<bigint>;
  };
  hand_signatures: {
    company_id: number;
    document_id: number;
    version: number;
    scan_file_id: number | null;
    marked_by: number;
    marked_at: Generated<Date>;
    counts_on: string | null;
    confirmed_at: Date | null;
    disputed_at: Date | null;
    dispute_reason: string | null;
    decided_at: Date | null;
    decided_by: number | null;
  };
  health_samples: {
    taken_at: Date;
    processes: number | null;
    failed: string[] | null;
    queues: Json | null;
  };
  income_certificates: {
    company_id: number;
    document_id: number;
    version: number;
    said: Json;
    reckoned_at: Date;
  };
  invitation_contracts: {
    id: GeneratedAlways<number>;
    company_id: number;
    title: string;
    type: 'services' | 'gph' | 'framework' | 'addendum' | 'nda' | 'other';
    start_date: string;
    end_date: string;
    source_file_id: number | null;
    created_by: number;
    created_at: Generated<Date>;
    template_id: number | null;
  };
  invitations: {
    id: GeneratedAlways<number>;
    company_id: number;
    name: string;
    phone: string;
    status: 'sent' | 'opened' | 'accepted' | 'declined' | 'expired' | 'cancelled';
    contract_id: number;
    end_date: string;
    link_hash: Buffer;
    executor_company_id: number | null;
    document_id: number | null;
    reminded_at: Generated<Date>;
    opened_at: Date | null;
    answered_at: Date | null;
    created_by: number;
    created_at: Generated<Date>;
    updated_at: Generated<Date>;
    link_sealed: Buffer | null;
    sent_count: Generated<number>;
    decline_reason: string | null;
    contract_number: string | null;
    contract_date: string | null;
  };
  key_stores: {
    user_id: number;
    file_name: string;
    sealed: Buffer;
    created_at: Generated<Date>;
  };
  known_devices: {
    user_id: number;
    device_hash: Buffer;
    created_at: Generated<Date>;
    seen_at: Generated<Date>;
  };
  known_networks: {
    network_key: Buffer;
    who: Buffer;
    seen_at: Generated<Date>;
  };
  limit_checks: {
    id: GeneratedAlways<number>;
    company_id: number;
    executor_company_id: number;
  };
  limit_notices: {
    executor_company_id: number;
    company_id: number | null;
    to_company_id: number;
    kind: 'self_employed_month' | 'lower_rate' | 'deduction' | 'vat_threshold';
    period: string;
    told_at: Generated<Date>;
  };
  limited_calls: {
    what_hash: Buffer;
    called_at: Generated<Date>;
  };
  list_looks: {
    user_id: number;
    list: 'acts' | 'contracts' | 'executors' | 'invitations' | 'orders' | 'esf';
    columns: string[];
    density: 'compact' | 'wide';
  };
  list_views: {
    id: GeneratedAlways<number>;
    company_id: number;
    user_id: number;
    list: 'acts' | 'contracts' | 'executors' | 'invitations' | 'orders' | 'esf';
    name: string;
    query: Json;
    is_default: Generated<boolean>;
  };
  made_once: {
    user_id: number;
    company_id: number;
    idempotency_key: string;
    request_hash: Buffer;
    subject_id: number | null;
    created_at: Generated<Date>;
    is_key_derived: Generated<boolean>;
    left_as: string | null;
  };
  master_keys: {
    key_id: string;
    present_since: Generated<Date>;
  };
  memberships: {
    user_id: number;
    company_id: number;
    role_id: number;
    rights: Generated<string[]>;
    created_at: Generated<Date>;
    ended_at: Date | null;
    deputy_from: string | null;
    deputy_until: string | null;
    handed_over: Json | null;
    approves_from: Date | null;
  };
  message_requests: {
    channel: 'sms' | 'email';
    target_hash: Buffer;
    prefix_hash: Buffer;
    requested_at: Generated<Date>;
    source_hash: Buffer;
    by_stranger: boolean;
    confirmed_at: Date | null;
  };
  messages: {
    id: GeneratedAlways<number>;
    channel: 'sms' | 'email';
    kind: string;
    recipient: string;
    user_id: number | null;
    company_id: number | null;
    locale: 'ru' | 'kz';
    subject: string | null;
    body: string;
    sealed: Buffer | null;
    state: Generated<'waiting' | 'sending' | 'sent' | 'kept' | 'failed' | 'expired'>;
    tries: Generated<number>;
    next_try_at: Generated<Date>;
    leased_until: Date | null;
    expires_at: Date | null;
    gateway: string | null;
    gateway_id: string | null;
    gateway_says: string | null;
    event_key: string | null;
    created_at: Generated<Date>;
    sent_at: Date | null;
  };
  migrations: {
    name: string;
    hash: string;
    applied_at: Generated<Date>;
  };
  notice_choices: {
    user_id: number;
    kind: string;
    channel: 'in_app' | 'sms' | 'email';
    is_on: boolean;
    changed_at: Generated<Date>;
  };
  notices: {
    id: GeneratedAlways<number>;
    user_id: number;
    company_id: number | null;
    kind: string;
    words: Json;
    path: string;
    count: Generated<number>;
    event_key: string;
    group_key: string | null;
    created_at: Generated<Date>;
    read_at: Date | null;
    waits: Json | null;
  };
  obligation_payments: {
    id: GeneratedAlways<number>;
    company_id: number;
    month: string;
    kind: 'opv' | 'vosms' | 'so' | 'ipn' | 'self_employed';
    paid_on: string;
    amount_tiyn: bigint;
    told_by: number | null;
    told_at: Generated<Date>;
    untold_by: number | null;
    untold_at: Date | null;
    operation_id: number | null;
    stated_on: string | null;
    executor_company_id: number | null;
  };
  one_time_codes: {
    id: GeneratedAlways<number>;
    purpose: string;
    target_hash: Buffer;
    bound_to: string;
    code_hash: Buffer;
    tries: Generated<number>;
    created_at: Generated<Date>;
    expires_at: Date;
    used_at: Date | null;
    voided_at: Date | null;
  };
  one_time_uses: {
    hash: Buffer;
    expires_at: Date;
  };
  opening_balances: {
    id: GeneratedAlways<number>;
    company_id: number;
    batch_id: number;
    executor_company_id: number;
    contract_id: number | null;
    owed_tiyn: bigint;
    advance_tiyn: bigint;
  };
  opening_batches: {
    id: GeneratedAlways<number>;
    company_id: number;
    day: string;
    file_name: string;
    made_by: number;
    made_at: Generated<Date>;
    undone_by: number | null;
    undone_at: Date | null;
    undone_why: string | null;
  };
  overdue_acts: {
    company_id: number;
    act_id: number;
    version: number;
    told_at: Date;
  };
  paper_events: {
    id: GeneratedAlways<number>;
    paper: 'act' | 'document';
    company_id: number;
    paper_id: number;
    seq: number;
    action: string;
    actor_side: string;
    actor_user_id: number | null;
    to_status: string;
    version: number;
    created_at: Date;
  };
  paper_reminders: {
    company_id: number;
    paper: 'act' | 'document';
    paper_id: number;
    version: number;
    to_company_id: number;
    turn: number;
    reminded_at: Date;
  };
  passkeys: {
    id: GeneratedAlways<number>;
    user_id: number;
    credential_id: string;
    public_key: Buffer;
    counter: number;
    transports: Generated<string[]>;
    name: string;
    is_backed_up: boolean;
    created_at: Generated<Date>;
    last_used_at: Date | null;
  };
  pay_limit_changes: {
    id: GeneratedAlways<number>;
    company_id: number;
    payment_limit_tiyn: bigint | null;
    state: Generated<'waiting' | 'applied' | 'cancelled'>;
    asked_by: number;
    asked_at: Generated<Date>;
    applies_at: Date | null;
    decided_by: number | null;
    decided_at: Date | null;
  };
  payment_file_refusals: {
    id: GeneratedAlways<number>;
    company_id: number;
    payment_file_id: number;
    bic: string;
    rule:
      | 'purpose_empty'
      | 'purpose_length'
      | 'name_empty'
      | 'list_individuals'
      | 'list_full_name'
      | 'list_person_twice'
      | 'list_knp'
      | 'list_transit_bank'
      | 'charset'
      | 'other';
    words: string;
    told_by: number;
    told_at: Generated<Date>;
  };
  payment_files: {
    id: GeneratedAlways<number>;
    company_id: number;
    format: '1c' | 'mt102' | 'mt100' | 'xlsx';
    file_id: number;
    orders: number;
    amount_tiyn: bigint;
    changed: Json;
    made_by: number;
    created_at: Generated<Date>;
    debits: Json;
  };
  payment_orders: {
    id: GeneratedAlways<number>;
    company_id: number;
    act_id: number;
    kind: Generated<'payment' | 'refund'>;
    end_to_end_id: string;
    status: 'created' | 'sending' | 'unknown' | 'accepted' | 'settled' | 'rejected' | 'cancelled';
    amount_tiyn: bigint;
    knp: string;
    purpose: string;
    payer_iban: string;
    payer_bic: string;
    payer_kbe: string;
    payee_iban: string;
    payee_bic: string;
    payee_kbe: string;
    payee_name: string;
    payee_bin: string;
    bank: string;
    reason: string | null;
    created_by: number | null;
    created_at: Generated<Date>;
    sent_at: Date | null;
    settled_at: Date | null;
    updated_at: Generated<Date>;
    channel: Generated<'bank' | 'file'>;
    year: number | null;
    number: number | null;
    needs_approval: Generated<boolean>;
    approved_by: number | null;
    approved_at: Date | null;
    payment_file_id: number | null;
    decided_by: number | null;
    integration_id: number | null;
    settled_tiyn: Generated<bigint>;
    settled_on: string | null;
    opv_tiyn: Generated<bigint>;
    vosms_tiyn: Generated<bigint>;
    so_tiyn: Generated<bigint>;
    ipn_tiyn: Generated<bigint>;
    withheld_tiyn: GeneratedAlways<bigint>;
    self_employed_tiyn: Generated<bigint>;
  };
  pending_signatures: {
    id: GeneratedAlways<number>;
    company_id: number;
    act_id: number | null;
    document_id: number | null;
    version: number;
    file_id: number;
    side: 'business' | 'executor';
    signer_company_id: number;
    user_id: number;
    name: string;
    cms: Buffer;
    value_digest: Buffer;
    means: string;
    quick_sign_id: number | null;
    state: Generated<'waiting' | 'taken' | 'refused' | 'dropped'>;
    code: string | null;
    detail: Json | null;
    tries: Generated<number>;
    lease_token: Generated<number>;
    next_try_at: Generated<Date>;
    received_at: Generated<Date>;
    finished_at: Date | null;
  };
  period_closings: {
    id: GeneratedAlways<number>;
    company_id: number;
    closed_until: string | null;
    note: string | null;
    user_id: number;
    created_at: Generated<Date>;
  };
  places: {
    id: GeneratedAlways<number>;
    kato: string | null;
    level: number;
    label_ru: string;
    label_kz: string;
    own_key: string;
    search_key: string;
  };
  processes: {
    id: GeneratedAlways<number>;
    host: string;
    pid: number;
    role: 'all' | 'web' | 'worker';
    version: string;
    started_at: Generated<Date>;
    seen_at: Generated<Date>;
    left_at: Date | null;
    clock_ahead_ms: Generated<number>;
    watchers: Generated<Json>;
    reads_cut_cms: Generated<boolean>;
  };
  qr_session_items: {
    qr_session_id: number;
    position: number;
    subject_id: number | null;
    company_id: number | null;
    file_id: number | null;
    content: Buffer | null;
    sign_method: 'XML' | 'CMS_WITH_DATA' | 'CMS_SIGN_ONLY' | 'SIGN_BYTES_ARRAY';
    names: Json;
    meta: Json;
  };
  qr_sessions: {
    id: GeneratedAlways<number>;
    doc_type: 'act' | 'document' | 'act_with_esf' | 'invoice' | 'esf' | 'login' | 'registration';
    state: Generated<'waiting' | 'scanned' | 'opened' | 'signing' | 'signed' | 'cancelled' | 'expired'>;
    user_id: number | null;
    company_id: number | null;
    session_id: number | null;
    subjects_hash: Buffer;
    organisation: Json;
    description: Json;
    back_url: string;
    key_hash: Buffer;
    token_hash: Buffer;
    scanned_by: Buffer | null;
    payload_hash: Buffer | null;
    attempt: Generated<number>;
    result: Json | null;
    gateway: Buffer | null;
    gateway_leased_until: Date | null;
    created_at: Date;
    expires_at: Date;
    finished_at: Date | null;
    by_page: Generated<boolean>;
  };
  qr_sign_ins: {
    id: GeneratedAlways<number>;
    browser_hash: Buffer;
    content: Buffer;
    user_id: number | null;
    company_id: number | null;
    signed_at: Date | null;
    used_at: Date | null;
    created_at: Generated<Date>;
    expires_at: Date;
  };
  quick_signs: {
    id: GeneratedAlways<number>;
    token_hash: Buffer;
    company_id: number;
    act_id: number | null;
    document_id: number | null;
    version: number;
    signer_user_id: number;
    signer_company_id: number;
    created_by: number | null;
    created_at: Generated<Date>;
    expires_at: Date;
    opened_at: Date | null;
    used_at: Date | null;
    channel: 'sms' | 'email' | null;
    message_key: string | null;
    questions: Generated<number>;
  };
  reconciliation_lines: {
    company_id: number;
    reconciliation_id: number;
    position: number;
    date: string;
    late_of: string | null;
    kind: 'act' | 'correction' | 'opening' | 'payment' | 'withheld' | 'refund' | 'advance';
    act_id: number | null;
    number: string;
    order_number: number | null;
    contract_number: string | null;
    contract_date: string | null;
    amount_tiyn: bigint | null;
    their_amount_tiyn: bigint | null;
    remark: string | null;
  };
  reconciliations: {
    id: GeneratedAlways<number>;
    company_id: number;
    executor_company_id: number;
    date_from: string;
    date_to: string;
    status: 'sent' | 'agreed' | 'differences' | 'withdrawn';
    answer_until: string | null;
    opening_tiyn: bigint;
    their_opening_tiyn: bigint | null;
    remark: string | null;
    sent_by: number;
    sent_at: Date;
    answered_by: number | null;
    answered_at: Date | null;
    reminded_at: Date | null;
    reminders: Generated<number>;
    document_id: number | null;
  };
  recovery_codes: {
    user_id: number;
    code_hash: Buffer;
    used_at: Date | null;
    created_at: Generated<Date>;
  };
  register_checks: {
    id: GeneratedAlways<number>;
    executor_company_id: number;
    register: string;
    is_answered: boolean;
    is_registered: boolean | null;
    registered_since: string | null;
    registered_until: string | null;
    is_liquidating: boolean | null;
    is_vat_payer: boolean | null;
    vat_since: string | null;
    vat_until: string | null;
    asked_by: number | null;
    checked_at: Generated<Date>;
  };
  register_links: {
    id: GeneratedAlways<number>;
    link_hash: Buffer;
    company_id: number | null;
    consultation_id: number | null;
    destination: string;
    receive_method: 'sms' | 'email';
    created_by: number;
    created_at: Generated<Date>;
    expires_at: Date;
    opened_at: Date | null;
    used_at: Date | null;
  };
  registration_history: {
    registration_id: number;
    seq: number;
    action: string;
    side: 'business' | 'executor' | 'invited_executor' | 'administrator';
    from_stage: string;
    to_stage: string;
    user_id: number | null;
    created_at: Generated<Date>;
  };
  registration_keys: {
    key_hash: Buffer;
    registration_id: number;
    expires_at: Date;
    ended_at: Date | null;
  };
  registrations: {
    id: GeneratedAlways<number>;
    kind: 'business' | 'executor';
    stage:
      | 'phone'
      | 'phone_code'
      | 'email'
      | 'email_code'
      | 'company_data'
      | 'bank'
      | 'ecp'
      | 'esf'
      | 'offer_agreement'
      | 'contract'
      | 'verification'
      | 'done';
    user_id: number;
    locale: 'ru' | 'kz';
    invitation_id: number | null;
    register_link_id: number | null;
    need_sign_contract: Generated<boolean>;
    last_action: string | null;
    last_input: Buffer | null;
    phone: string;
    phone_confirmed_at: Date | null;
    email: string | null;
    email_confirmed_at: Date | null;
    password_hash: string | null;
    type: 'too' | 'ao' | 'ip' | 'individual' | 'other' | null;
    bin: string | null;
    name: string | null;
    address: string | null;
    ceo: string | null;
    director_position: string | null;
    register: Json | null;
    bank_id: number | null;
    iban: string | null;
    challenge: Buffer | null;
    challenge_until: Date | null;
    qr_session_id: number | null;
    ecp_cms: Buffer | null;
    ecp: Json | null;
    is_proven: Generated<boolean>;
    esf_login: string | null;
    esf_password_sealed: Buffer | null;
    company_id: number | null;
    document_id: number | null;
    decision: 'waiting' | 'approved' | 'refused' | null;
    waiting_since: Date | null;
    decided_at: Date | null;
    decided_by: number | null;
    reason: string | null;
    step: 'company_data' | 'bank' | 'ecp' | null;
    created_at: Generated<Date>;
    updated_at: Generated<Date>;
    ended_at: Date | null;
  };
  reminder_settings: {
    id: GeneratedAlways<number>;
    company_id: number;
    is_on: boolean;
    every_days: number;
    most: number;
    set_by: number;
    valid_from: Generated<Date>;
  };
  restore_trials: {
    id: GeneratedAlways<number>;
    began_at: Date;
    ended_at: Generated<Date>;
    backup_id: string | null;
    reached: Date | null;
    failure: string | null;
    fault:
      | 'invariants'
      | 'chain'
      | 'none'
      | 'key'
      | 'foreign'
      | 'damaged'
      | 'log'
      | 'settings'
      | 'away'
      | 'room'
      | 'database'
      | 'broke_off'
      | null;
  };
  revocation_lists: {
    sha256: Buffer;
    bytes: Buffer;
    kept_at: Generated<Date>;
  };
  security_events: {
    id: GeneratedAlways<number>;
    user_id: number;
    by_user_id: number | null;
    company_id: number | null;
    session_id: number | null;
    kind: string;
    detail: Json;
    ip: string | null;
    user_agent: string | null;
    created_at: Generated<Date>;
    position: Generated<number>;
    previous_hash: Generated<Buffer>;
    hash: Generated<Buffer>;
  };
  self_employed_activities: {
    id: GeneratedAlways<number>;
    oked: string;
    name: Generated<string>;
    valid_from: string;
    valid_until: string | null;
    source: string;
    created_by: number | null;
    created_at: Generated<Date>;
  };
  service_categories: {
    id: GeneratedAlways<number>;
    code: string;
    name_ru: string;
    name_kz: string;
    knp: string | null;
  };
  sessions: {
    id: GeneratedAlways<number>;
    user_id: number;
    company_id: number | null;
    refresh_hash: Buffer;
    previous_hash: Buffer | null;
    rotated_at: Date | null;
    proof_at: Date | null;
    user_agent: string | null;
    ip: string | null;
    created_at: Generated<Date>;
    expires_at: Date;
    ended_at: Date | null;
    means: 'password' | 'phone_code' | 'ecp' | 'egov_mobile' | 'bank' | 'passkey' | null;
    signed_proof_at: Date | null;
  };
  settings: {
    name: string;
    value: string;
  };
  settlements: {
    id: GeneratedAlways<number>;
    company_id: number;
    order_id: number;
    operation_id: number | null;
    amount_tiyn: bigint;
    day: string;
    stated_on: string | null;
    made_by: number | null;
    made_at: Generated<Date>;
    undone_by: number | null;
    undone_at: Date | null;
    opv_tiyn: Generated<bigint>;
    vosms_tiyn: Generated<bigint>;
    so_tiyn: Generated<bigint>;
    ipn_tiyn: Generated<bigint>;
    withheld_tiyn: GeneratedAlways<bigint>;
    self_employed_tiyn: Generated<bigint>;
  };
  sign_in_failures: {
    key: Buffer;
    failed_at: Generated<Date>;
  };
  signature_files: {
    company_id: number;
    signed_file_id: number;
    kind: 'ddc' | 'signed_cms' | 'sign_info';
    signatures_digest: Buffer;
    file_id: number;
    created_at: Generated<Date>;
  };
  signature_lists: {
    company_id: number;
    signature_id: number;
    position: number;
    sha256: Buffer;
  };
  signatures: {
    id: GeneratedAlways<number>;
    company_id: number;
    act_id: number | null;
    document_id: number | null;
    version: number;
    side: 'business' | 'executor';
    is_current: Generated<boolean>;
    signer_company_id: number;
    user_id: number;
    file_id: number;
    cms: Buffer | null;
    signature_digest: Buffer;
    iin: string;
    bin: string | null;
    name: string;
    organization: string | null;
    certificate: Buffer | null;
    certificate_serial: string;
    certificate_issuer: string;
    certificate_valid_from: Date;
    certificate_valid_until: Date;
    algorithm: string;
    rights: string[];
    revocation: string;
    timestamp_status: string;
    means: string;
    signed_at: Generated<Date>;
    value_digest: Buffer | null;
    stamped_at: Date | null;
    revocation_source: 'ocsp' | 'crl' | null;
    certificate_sha256: Buffer | null;
    cut_cms: Buffer | null;
    cut_at: number[] | null;
  };
  signing_certificates: {
    sha256: Buffer;
    der: Buffer;
    kept_at: Generated<Date>;
  };
  statement_mappings: {
    id: GeneratedAlways<number>;
    company_id: number;
    iban: string;
    columns: Json;
    day_order: 'dmy' | 'mdy';
    decimal_mark: 'comma' | 'point';
    made_by: number;
    made_at: Generated<Date>;
    ended_by: number | null;
    ended_at: Date | null;
  };
  support_answers: {
    id: GeneratedAlways<number>;
    title: string;
    text_ru: string;
    text_kz: string;
    updated_by: number;
    updated_at: Generated<Date>;
    deleted_at: Date | null;
  };
  support_tickets: {
    id: GeneratedAlways<number>;
    company_id: number;
    user_id: number;
    theme: 'acts' | 'contracts' | 'signing' | 'payments' | 'access' | 'tariff' | 'idea' | 'other';
    status: 'new' | 'in_progress' | 'waiting_for_user' | 'resolved' | 'closed';
    text: string;
    locale: 'ru' | 'kz';
    last_seq: Generated<number>;
    read_by_admin: Generated<boolean>;
    read_by_business: Generated<boolean>;
    created_at: Generated<Date>;
    last_message_at: Generated<Date>;
  };
  tariff_accounts: {
    company_id: number;
    blocked_since: string | null;
    sandbox_day: string | null;
    created_at: Generated<Date>;
  };
  tariff_changes: {
    id: GeneratedAlways<number>;
    company_id: number;
    kind: 'plan' | 'limit';
    change_type: 'start' | 'switch' | 'planned' | 'raise' | 'lower' | 'same';
    scheduled_for: string;
    plan_type_id: number | null;
    period_id: number | null;
    price_per_executor_tiyn: bigint | null;
    commission_bp: number | null;
    banking_integration_enabled: boolean | null;
    old_limit: number | null;
    new_limit: number | null;
    reason: Generated<string>;
    is_applied: Generated<boolean>;
    applied_at: Date | null;
    cancelled_at: Date | null;
    cancelled_by: number | null;
    created_by: number;
    created_at: Generated<Date>;
    asked_limit: number | null;
  };
  tariff_credits: {
    id: GeneratedAlways<number>;
    company_id: number;
    entry_id: number;
    amount_tiyn: bigint;
    credited_on: string;
    created_at: Generated<Date>;
  };
  tariff_entries: {
    id: GeneratedAlways<number>;
    company_id: number;
    plan_id: number;
    kind: 'period' | 'limit';
    period_start: string;
    period_end: string;
    covered_until: string;
    months: number;
    price_per_executor_tiyn: bigint;
    limit_count: number;
    amount_tiyn: bigint;
    credit_tiyn: bigint;
    payment_due_date: string;
    paid_at: Date | null;
    paid_by: number | null;
    cancelled_at: Date | null;
    created_at: Generated<Date>;
    seller_id: number | null;
    buyer_name: string;
    buyer_bin: string;
    buyer_address: string | null;
    closing_credit_tiyn: Generated<bigint>;
    buyer_name_kz: string | null;
  };
  tariff_payment_entries: {
    company_id: number;
    payment_id: number;
    entry_id: number;
    was_paid: Generated<boolean>;
    was_ended: Generated<boolean>;
  };
  tariff_payments: {
    id: GeneratedAlways<number>;
    operated_on: string;
    number: string;
    amount_tiyn: bigint;
    payer_name: string;
    payer_bin: string | null;
    payer_iban: string | null;
    purpose: string;
    company_id: number | null;
    matched_at: Date | null;
    matched_by: number | null;
    read_by: number;
    created_at: Generated<Date>;
    set_aside_at: Date | null;
    set_aside_by: number | null;
    set_aside_reason: string | null;
  };
  tariff_periods: {
    id: GeneratedAlways<number>;
    name_ru: string;
    name_kz: string;
    months: number;
    created_by: number | null;
    created_at: Generated<Date>;
  };
  tariff_plan_types: {
    id: number;
    code: 'per_executor' | 'fixed' | 'trial';
    name_ru: string;
    name_kz: string;
  };
  tariff_plans: {
    id: GeneratedAlways<number>;
    company_id: number;
    plan_type_id: number;
    period_id: number;
    months: number;
    price_per_executor_tiyn: bigint;
    commission_bp: Generated<number>;
    banking_integration_enabled: boolean;
    start_date: string;
    end_date: string | null;
    created_at: Generated<Date>;
  };
  tariff_sellers: {
    id: GeneratedAlways<number>;
    name: string;
    bin: string;
    address: string;
    bank_name: string;
    bic: string;
    iban: string;
    kbe: string;
    knp: string;
    vat_percentage: number | null;
    set_by: number | null;
    set_at: Generated<Date>;
  };
  tax_decisions: {
    id: GeneratedAlways<number>;
    company_id: number | null;
    question: string;
    choice: string | null;
    valid_from: string;
    note: Generated<string>;
    created_by: number;
    created_at: Generated<Date>;
  };
  tax_figures: {
    id: GeneratedAlways<number>;
    figure:
      | 'mrp'
      | 'mzp'
      | 'opv_percent'
      | 'opv_cap_mzp'
      | 'vosms_percent'
      | 'vosms_cap_mzp'
      | 'so_percent'
      | 'so_floor_mzp'
      | 'so_cap_mzp'
      | 'ipn_percent'
      | 'ipn_high_percent'
      | 'ipn_high_above_mrp'
      | 'deduction_mrp'
      | 'deduction_year_mrp'
      | 'disability_1_2_mrp'
      | 'disability_3_mrp'
      | 'nonresident_percent'
      | 'self_employed_opv_percent'
      | 'self_employed_opvr_percent'
      | 'self_employed_so_percent'
      | 'self_employed_vosms_percent'
      | 'self_employed_limit_mrp'
      | 'opvr_percent'
      | 'simplified_percent'
      | 'simplified_limit_mrp'
      | 'vat_threshold_mrp'
      | 'withheld_due_day'
      | 'invoice_due_days';
    valid_from: string;
    valid_until: string;
    value: string | null;
    source: string;
    note: Generated<string>;
    created_by: number | null;
    created_at: Generated<Date>;
  };
  tax_offices: {
    id: GeneratedAlways<number>;
    company_id: number;
    valid_from: string;
    name: string;
    bin: string;
    iban: string;
    bank_id: number;
    entered_by: number;
    entered_at: Generated<Date>;
  };
  tax_payees: {
    id: GeneratedAlways<number>;
    kind: 'opv' | 'vosms' | 'so' | 'ipn' | 'self_employed';
    valid_from: string;
    valid_until: Generated<string>;
    knp: string;
    name: string;
    bin: string | null;
    iban: string | null;
    bic: string | null;
    kbe: string;
    kbk: string | null;
    source: string;
    sureness: 'high' | 'medium' | 'low';
    created_at: Generated<Date>;
    list_letter: 'C' | 'S' | 'V' | null;
    name_kz: string | null;
    source_kz: string | null;
  };
  tax_standings: {
    id: GeneratedAlways<number>;
    executor_company_id: number;
    valid_from: string;
    standing: 'individual' | 'self_employed' | 'ip' | 'too';
    tax_regime: 'general' | 'simplified' | 'farmer' | null;
    pension: 'age' | 'service' | null;
    disability: '1_2_for_ever' | '1_2' | '3' | null;
    disability_until: string | null;
    asks_for_opv: Generated<boolean>;
    is_student: Generated<boolean>;
    has_many_children: Generated<boolean>;
    citizenship: Generated<'kz' | 'eaeu' | 'other'>;
    has_residence_permit: Generated<boolean>;
    is_tax_resident: Generated<boolean>;
    activity: string | null;
    file_id: number | null;
    note: Generated<string>;
    told_by_company_id: number | null;
    told_by: number | null;
    created_at: Generated<Date>;
  };
  ticket_attachments: {
    id: GeneratedAlways<number>;
    company_id: number;
    message_id: number;
    position: number;
    file_id: number;
  };
  ticket_history: {
    company_id: number;
    ticket_id: number;
    seq: number;
    action: 'open' | 'write' | 'take' | 'wait' | 'resolve' | 'close' | 'undo';
    side: 'user' | 'support';
    user_id: number;
    from_status: 'new' | 'in_progress' | 'waiting_for_user' | 'resolved' | 'closed' | null;
    to_status: 'new' | 'in_progress' | 'waiting_for_user' | 'resolved' | 'closed';
    created_at: Generated<Date>;
  };
  ticket_messages: {
    id: GeneratedAlways<number>;
    company_id: number;
    ticket_id: number;
    seq: number;
    user_id: number;
    by_support: boolean;
    text: string;
    created_at: Generated<Date>;
  };
  totp_factors: {
    user_id: number;
    secret_sealed: Buffer;
    confirmed_at: Date | null;
    last_step: Generated<number>;
    created_at: Generated<Date>;
  };
  units: {
    id: GeneratedAlways<number>;
    code: string;
    name_ru: string;
    name_kz: string;
  };
  untold_changes: {
    topic: string;
    company_id: number;
    changed_at: Generated<Date>;
  };
  user_agreements: {
    id: GeneratedAlways<number>;
    version: number;
    name: string;
    pdf: Buffer;
    sha256: Buffer;
    uploaded_by: number | null;
    in_force_from: Generated<Date>;
  };
  user_certificates: {
    user_id: number;
    der: Buffer;
    serial: string;
    subject_name: string;
    iin: string;
    bin: string | null;
    valid_from: Date;
    valid_until: Date;
    algorithm: string;
    updated_at: Generated<Date>;
  };
  user_permissions: {
    user_id: number;
    role_id: number;
    allow: string[];
  };
  users: {
    id: GeneratedAlways<number>;
    email: string | null;
    email_key: GeneratedAlways<string | null>;
    phone: string | null;
    password_hash: string | null;
    full_name: string;
    iin: string | null;
    status: Generated<'active' | 'blocked' | 'deleted' | 'registering'>;
    is_email_verified: Generated<boolean>;
    is_phone_verified: Generated<boolean>;
    locale: Generated<'ru' | 'kz'>;
    created_at: Generated<Date>;
    updated_at: Generated<Date>;
    last_login: Date | null;
    credentials_changed_at: Date | null;
  };
  vat_rates: {
    rate: number;
    valid_from: string;
    valid_until: string | null;
    source: string;
  };
  webhook_deliveries: {
    id: GeneratedAlways<number>;
    company_id: number;
    endpoint_id: number;
    event_id: number | null;
    type: string;
    body: string;
    state: Generated<'waiting' | 'delivered' | 'failed'>;
    attempts: Generated<number>;
    next_at: Date;
    created_at: Generated<Date>;
    tried_at: Date | null;
    signature: string | null;
    took_ms: number | null;
    status: number | null;
    fault: string | null;
    answer: string | null;
    earlier: Json | null;
  };
  webhook_endpoints: {
    id: GeneratedAlways<number>;
    company_id: number;
    url: string;
    name: Generated<string>;
    types: Generated<string[]>;
    state: Generated<'on' | 'off' | 'removed'>;
    off_why: 'person' | 'failing' | 'gone' | null;
    secret_sealed: Generated<Buffer>;
    former_sealed: Buffer | null;
    former_until: Date | null;
    secret_set_at: Generated<Date>;
    tx: Generated<number>;
    event_id: Generated<number>;
    failures: Generated<number>;
    failing_since: Date | null;
    is_slow: Generated<boolean>;
    next_at: Generated<Date>;
    taken_at: Generated<Date>;
    leased_until: Date | null;
    lease_token: Generated<number>;
    created_at: Generated<Date>;
  };
  'sandbox.bank_transfers': {
    end_to_end_id: string;
    payer_iban: string;
    payee_iban: string;
    amount_tiyn: bigint;
    status: 'accepted' | 'settled' | 'rejected';
    reason: string | null;
    received_at: Generated<Date>;
    settles_at: Date;
  };
  'sandbox.esf_calls': {
    id: GeneratedAlways<number>;
    operation: string;
    called_at: Date;
  };
  'sandbox.esf_faults': {
    operation: string;
    fault: 'silent' | 'error' | 'lost' | 'slow';
  };
  'sandbox.esf_papers': {
    id: GeneratedAlways<number>;
    kind: 'invoice' | 'awp';
    tin: string;
    number: string;
    body: string;
    status: string;
    registration_number: string | null;
    replaces: string | null;
    taken_at: Date;
    buyer_tin: string | null;
  };
  'sandbox.esf_sessions': {
    session_id: string;
    tin: string;
    opened_at: Date;
    closed_at: Date | null;
  };
  'sandbox.esf_tickets': {
    ticket: string;
    iin: string;
    expires_at: Date;
    used_at: Date | null;
  };
  'sandbox.keys': {
    user_id: number;
    company_id: number;
    algorithm: 'gost512' | 'rsa';
    name: string;
    file_name: string;
    password: string;
    pkcs12: Buffer;
    serial: string | null;
    valid_until: Date | null;
  };
  'sandbox.nca_faults': {
    service: 'ocsp' | 'crl' | 'tsp';
    fault: string;
  };
  'sandbox.nca_revocations': {
    algorithm: 'gost512' | 'rsa';
    serial: string;
    revoked_at: Date;
    reason: string;
  };
}
