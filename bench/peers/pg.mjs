export { default } from 'pg';
